package io.snowkeeper.node.report;

import io.snowkeeper.node.service.RequestCounters;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The ports of a node, one by one and together. Thread-safe. */
public final class NodePorts {

    private final List<PortReport> all = new CopyOnWriteArrayList<>();

    /** Adds a port. */
    public void add(PortReport port) {
        all.add(port);
    }

    /** Returns those that were added up to now. */
    public List<PortReport> all() {
        return List.copyOf(all);
    }

    /** Returns how many snowflake ids were given out. */
    public long idsIssued() {
        return RequestCounters.ids(tallies());
    }

    List<RequestCounters> tallies() {
        return all.stream().flatMap(port -> port.tallies().stream()).toList();
    }

    int connections() {
        return all.stream().mapToInt(PortReport::connections).sum();
    }
}
