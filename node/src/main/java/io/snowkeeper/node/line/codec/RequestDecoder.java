package io.snowkeeper.node.line.codec;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.sequence.SequenceName;
import io.snowkeeper.node.access.AccessControl;
import io.snowkeeper.node.access.ClientAccess;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.security.SecuritySettings;
import io.snowkeeper.node.service.message.FieldValue;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestFields;
import io.snowkeeper.node.service.message.RequestKey;
import io.snowkeeper.node.service.message.RequestRefusedException;
import io.snowkeeper.node.service.message.SequenceRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A decoder of one client's envelopes into requests that it may make. Not thread-safe. */
public final class RequestDecoder {

    /** The only type of requests whose lines may be long. */
    public static final String VERIFY_IDS = Request.Kind.VERIFY_IDS.text();

    private final int maxBatch;
    private final ClientAccess access;
    private final Supplier<Optional<String>> subject;

    /**
     * Makes one for a node without a token, and a client of its own machine.
     *
     * @param maxBatch the most ids that one request may ask for
     */
    public RequestDecoder(int maxBatch) {
        this(
                maxBatch,
                new AccessControl("line", SecuritySettings.NONE)
                        .connected(Peer.THIS_MACHINE, List::of, Optional::empty),
                Optional::empty);
    }

    /**
     * @param access the client's rights
     * @param subject the client, as far as the port knows
     */
    public RequestDecoder(int maxBatch, ClientAccess access, Supplier<Optional<String>> subject) {
        this.maxBatch = maxBatch;
        this.access = access;
        this.subject = subject;
    }

    /** Returns the client's rights. */
    public ClientAccess access() {
        return access;
    }

    public boolean allowsBatchOf(long count) {
        return count >= 1 && count <= maxBatch;
    }

    /**
     * Reads a request, with the token that it shows for itself.
     *
     * @throws RequestRefusedException if the envelope holds no known and complete request, or one that the client may
     *     not make at all
     */
    public Request decode(Envelope envelope) {
        FieldValue source = envelope.source();
        if (source != null && !source.isNull() && !source.isText()) {
            throw malformed("src must be a string: src=" + source);
        }
        RequestFields body = envelope.body();
        if (body == null) {
            FieldValue value = envelope.bodyValue();
            throw malformed("body must be an object: " + (value == null ? "body is missing" : "body=" + value));
        }
        FieldValue msgId = envelope.msgIdValue();
        if (msgId != null && !msgId.isNull() && msgId.asInteger().isEmpty()) {
            throw malformed("msg_id must be a 64-bit integer: msg_id=" + msgId);
        }
        FieldValue type = body.value(RequestKey.TYPE);
        if (type == null || !type.isText()) {
            throw malformed("type must be a string: " + body.shown(RequestKey.TYPE));
        }
        Request.Kind kind = Request.Kind.named(type.text())
                .orElseThrow(() -> new RequestRefusedException(
                        ErrorCode.NOT_SUPPORTED,
                        "type must be one of %s: type=%s".formatted(String.join(", ", Request.Kind.names()), type)));
        access.show(kind == Request.Kind.AUTH ? null : tokenIn(body));
        if (!access.maySome(kind.right())) {
            access.requireSome(kind.right(), sequenceIn(body), kind.text());
        }
        return kind.read(body.by(subject), maxBatch);
    }

    /** Returns the token of a request, null if it has none; a value that is not text becomes an invalid token. */
    private static @Nullable String tokenIn(RequestFields body) {
        FieldValue given = body.value(RequestKey.TOKEN);
        return given == null || given.isNull() ? null : given.isText() ? given.text() : "";
    }

    /** Returns the sequence that a request is about, if it names one that there may be. */
    private static String sequenceIn(RequestFields body) {
        FieldValue given = body.value(RequestKey.SEQUENCE);
        return given != null && given.isText() && SequenceName.isValid(given.text())
                ? given.text()
                : SequenceRequest.ALL;
    }

    private static RequestRefusedException malformed(String text) {
        return new RequestRefusedException(ErrorCode.MALFORMED_REQUEST, text);
    }
}
