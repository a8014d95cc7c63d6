package io.snowkeeper.node.service;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A node without a name until its first request, which sets it: the node is made then, and only once. A repeated init
 * is answered if it names the same node. Not thread-safe: it serves one client.
 */
public final class InitGate implements Responder {

    private final Function<Request.Init, ? extends Responder> nodes;
    private @Nullable String name;
    private @Nullable Responder node;

    /**
     * @param nodes makes the node that an init names; may take its time, and may refuse the init by a
     *     {@link RequestRefusedException}
     */
    public InitGate(Function<Request.Init, ? extends Responder> nodes) {
        this.nodes = requireNonNull(nodes);
    }

    @Override
    public Reply begin(Request request) {
        return responderTo(request).begin(request);
    }

    private Responder responderTo(Request request) {
        if (request instanceof Request.Init init) {
            return requireNodeOf(init);
        }
        if (node == null) {
            throw RequestRefusedException.notBegun(
                    UnavailableReason.NOT_STARTED, "the node has no name yet: send init first");
        }
        return node;
    }

    private Responder requireNodeOf(Request.Init init) {
        if (node == null) {
            node = nodes.apply(init);
            name = init.nodeId();
        }
        if (!init.nodeId().equals(name)) {
            throw new RequestRefusedException(
                    ErrorCode.PRECONDITION_FAILED,
                    "the node was named by an init before: its name is %s, node_id=%s".formatted(name, init.nodeId()));
        }
        return node;
    }
}
