package io.snowkeeper.node.line;

import io.snowkeeper.node.service.NodeService;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The turn of a node's services among the connections of one event loop. Where there are at least as many services as loops, no two
 * loops have the same one, so that their threads do not contend for it. For the loop's thread.
 */
final class ServiceTurn {

    private final List<NodeService> own;
    private int given;

    /**
     * @param services of all loops
     * @param loop which of them this is, counted from 0
     */
    ServiceTurn(List<NodeService> services, int loop, int loops) {
        own = loop < services.size()
                ? IntStream.range(0, services.size())
                        .filter(service -> service % loops == loop)
                        .mapToObj(services::get)
                        .toList()
                : List.of(services.get(loop % services.size()));
    }

    /** Returns that of the next connection. */
    NodeService next() {
        return own.get(given++ % own.size());
    }
}
