package io.snowkeeper.node.line.codec;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.service.message.FieldValue;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestFields;
import io.snowkeeper.node.service.message.RequestKey;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A decoder of envelopes into requests. Thread-safe. */
public final class RequestDecoder {

    /** The only type of requests whose lines may be long. */
    public static final String VERIFY_IDS = Request.Kind.VERIFY_IDS.text();

    private final int maxBatch;
    private final Consumer<RequestFields> adminRule;
    private final Supplier<Optional<String>> subject;

    /**
     * Makes one for a node without a token, and clients of its own machine.
     *
     * @param maxBatch the most ids that one request may ask for
     */
    public RequestDecoder(int maxBatch) {
        this(maxBatch, Optional.empty(), Peer.THIS_MACHINE);
    }

    /**
     * @param adminToken what requests that change what a sequence is have to carry, if anything
     * @param peer where the requests come from; without a token, those are taken from this machine alone
     */
    public RequestDecoder(int maxBatch, Optional<AdminToken> adminToken, Peer peer) {
        this(maxBatch, adminRule(adminToken, peer), Optional::empty);
    }

    private RequestDecoder(int maxBatch, Consumer<RequestFields> adminRule, Supplier<Optional<String>> subject) {
        this.maxBatch = maxBatch;
        this.adminRule = adminRule;
        this.subject = subject;
    }

    /** Returns a decoder of the requests of one client, whom a decoder of its own does not know; as thread-safe as what tells its name. */
    public RequestDecoder of(Supplier<Optional<String>> client) {
        return new RequestDecoder(maxBatch, adminRule, client);
    }

    /** Returns what refuses those who may not change what a sequence is. */
    private static Consumer<RequestFields> adminRule(Optional<AdminToken> token, Peer peer) {
        if (token.isPresent()) {
            return body -> requireToken(body, token.get());
        }
        return peer == Peer.THIS_MACHINE ? body -> {} : RequestDecoder::refuseFromElsewhere;
    }

    public boolean allowsBatchOf(long count) {
        return count >= 1 && count <= maxBatch;
    }

    /**
     * Reads a request.
     *
     * @throws RequestRefusedException if the envelope holds no request that is known and complete
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
        if (kind.isForAdmins()) {
            adminRule.accept(body);
        }
        Request request = kind.read(body.by(subject), maxBatch);
        if (request.isForAdmins() && !kind.isForAdmins()) {
            adminRule.accept(body);
        }
        return request;
    }

    private static void refuseFromElsewhere(RequestFields body) {
        throw new RequestRefusedException(
                ErrorCode.PRECONDITION_FAILED,
                "without --admin-token-file, this request is for clients on the node's own machine: send it from there,"
                        + " or give the node a token: type=" + body.value(RequestKey.TYPE));
    }

    private static void requireToken(RequestFields body, AdminToken token) {
        FieldValue given = body.value(RequestKey.TOKEN);
        if (given == null || given.isNull()) {
            throw new RequestRefusedException(
                    ErrorCode.PRECONDITION_FAILED, "this request needs the node's token: token is missing");
        }
        if (!given.isText() || !token.matches(given.text())) {
            throw new RequestRefusedException(ErrorCode.PRECONDITION_FAILED, "wrong token");
        }
    }

    private static RequestRefusedException malformed(String text) {
        return new RequestRefusedException(ErrorCode.MALFORMED_REQUEST, text);
    }
}
