package io.snowkeeper.node.stream;

import io.snowkeeper.node.service.NodeService;
import java.util.List;

/**
 * The turn of a node's services among the connections of one event loop. Where each loop can have as many of its own as others, no two
 * loops have the same one, so that their threads do not contend for it; else all have equally many connections. For the loop's thread.
 */
final class ServiceTurn {

    private final List<NodeService> services;
    private final int step;
    private long next;

    /**
     * @param services of all loops
     * @param loop which of them this is, counted from 0
     */
    ServiceTurn(List<NodeService> services, int loop, int loops) {
        this.services = services;
        next = loop;
        step = services.size() < loops ? 0 : loops;
    }

    /** Returns that of the next connection. */
    NodeService next() {
        NodeService given = services.get((int) (next % services.size()));
        next += step;
        return given;
    }
}
