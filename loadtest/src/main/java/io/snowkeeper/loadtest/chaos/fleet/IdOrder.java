package io.snowkeeper.loadtest.chaos.fleet;

import java.time.Duration;
import java.util.Locale;

/** The order of a fleet's ids, with the load test's default. */
public enum IdOrder {
    /** Many nodes give ids at once. Few worker ids change hands often. */
    TIME("41/3/19", Duration.ofSeconds(4), Duration.ofSeconds(2), 4, 1),
    /**
     * One node gives them at a time. An embedded member that is active serves no callers, so there is none. Sessions end before leases
     * do, so that others see a node gone that may still give ids.
     */
    TOTAL("41/0/22", Duration.ofSeconds(2), Duration.ofSeconds(1), 3, 0);

    private final String layout;
    private final Duration window;
    private final Duration sessionTimeout;
    private final int nodes;
    private final int embedded;

    IdOrder(String layout, Duration window, Duration sessionTimeout, int nodes, int embedded) {
        this.layout = layout;
        this.window = window;
        this.sessionTimeout = sessionTimeout;
        this.nodes = nodes;
        this.embedded = embedded;
    }

    /** Returns widths of an id's parts in bits. */
    public String layout() {
        return layout;
    }

    /** Returns how far ahead nodes reserve time. */
    public Duration window() {
        return window;
    }

    /** Returns how long ZooKeeper waits for a silent node. */
    public Duration sessionTimeout() {
        return sessionTimeout;
    }

    /** Returns how many nodes and embedded members there are. */
    public int nodes() {
        return nodes;
    }

    /** Returns how many of them are embedded members. */
    public int embedded() {
        return embedded;
    }

    /** Returns its name as it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
