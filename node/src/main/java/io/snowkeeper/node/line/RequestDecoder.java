package io.snowkeeper.node.line;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.core.text.SortableIdFormat;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.service.Request;
import io.snowkeeper.node.service.RequestRefusedException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Makes a request of an envelope. Thread-safe. */
final class RequestDecoder {

    static final String VERIFY_IDS = "verify_ids";

    private static final int MAX_NODE_ID_LENGTH = 256;

    /** The default first. */
    private static final SortableUnit[] UNITS = {
        SortableUnit.MILLISECOND, SortableUnit.SECOND, SortableUnit.MICROSECOND, SortableUnit.NANOSECOND
    };

    private final Map<String, Function<RequestBody, Request>> types = new LinkedHashMap<>();

    private final int maxBatch;

    /**
     * Makes one for a node without a token, and clients of its own machine.
     *
     * @param maxBatch the most ids that one request may ask for
     */
    RequestDecoder(int maxBatch) {
        this(maxBatch, Optional.empty(), Peer.THIS_MACHINE);
    }

    /**
     * @param adminToken what requests that change what a sequence is have to carry, if anything
     * @param peer where the requests come from; without a token, those are taken from this machine alone
     */
    RequestDecoder(int maxBatch, Optional<AdminToken> adminToken, Peer peer) {
        this.maxBatch = maxBatch;
        types.put("init", body -> new Request.Init(body.text("node_id", MAX_NODE_ID_LENGTH), body.nodeIds()));
        types.put("generate", body -> new Request.Generate(body.format()));
        types.put(
                "generate_batch", body -> new Request.GenerateBatch(body.integer("count", 1, maxBatch), body.format()));
        types.put("generate_sortable", this::generateSortable);
        types.put("decompose", body -> new Request.Decompose(body.id("id")));
        types.put("time_info", body -> new Request.TimeInfo());
        types.put(VERIFY_IDS, body -> new Request.VerifyIds(body.ids(), body.format()));
        types.put("status", body -> new Request.Status());
        SequenceRequests.addTo(types, adminToken, peer);
    }

    private Request generateSortable(RequestBody body) {
        return new Request.GenerateSortable(
                body.choice("unit", UNITS),
                body.has("count") ? body.integer("count", 1, maxBatch) : 1,
                body.choice("format", SortableIdFormat.values()));
    }

    boolean allowsBatchOf(long count) {
        return count >= 1 && count <= maxBatch;
    }

    /** @throws RequestRefusedException if the envelope holds no request that is known and complete */
    Request decode(Envelope envelope) {
        JsonValue source = envelope.source();
        if (source != null && !source.isNull() && !source.isString()) {
            throw malformed("src must be a string: src=" + source);
        }
        RequestBody body = envelope.body();
        if (body == null) {
            JsonValue value = envelope.bodyValue();
            throw malformed("body must be an object: " + (value == null ? "body is missing" : "body=" + value));
        }
        JsonValue msgId = envelope.msgIdValue();
        if (msgId != null && !msgId.isNull() && msgId.asInteger().isEmpty()) {
            throw malformed("msg_id must be a 64-bit integer: msg_id=" + msgId);
        }
        Function<RequestBody, Request> reader = types.get(body.type());
        if (reader == null) {
            throw new RequestRefusedException(
                    ErrorCode.NOT_SUPPORTED,
                    "type must be one of %s: type=%s".formatted(String.join(", ", types.keySet()), body.value("type")));
        }
        return reader.apply(body);
    }

    private static RequestRefusedException malformed(String text) {
        return new RequestRefusedException(ErrorCode.MALFORMED_REQUEST, text);
    }
}
