package io.snowkeeper.loadtest.chaos.check;

import io.snowkeeper.core.Layout;
import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import io.snowkeeper.loadtest.uniqueness.IdSet;

/** Every snowflake id that was handed out. Thread-safe; each connection's part is for its own thread. */
public final class Ledger {

    private final IdSet ids = new IdSet();
    private final UsedTimes times;
    private final Violations violations;

    /** @param startMillis when the run began, in Unix milliseconds */
    public Ledger(Layout layout, long startMillis, Violations violations) {
        this.times = new UsedTimes(layout, startMillis, violations);
        this.violations = violations;
    }

    /** Returns the part of a new connection to that node. */
    public Connection connection(FleetNode node) {
        return new Connection(node);
    }

    /** Returns all ids. */
    public IdSet ids() {
        return ids;
    }

    /** Returns which times the ids carry. */
    public UsedTimes times() {
        return times;
    }

    /** The ids of one connection, which must increase. */
    public final class Connection {

        private final FleetNode node;
        private long last = -1;

        private Connection(FleetNode node) {
            this.node = node;
        }

        /** Takes the first {@code count} of them, in the order in which they came. */
        public void given(long[] given, int count) {
            node.service().given();
            for (int i = 0; i < count; i++) {
                if (given[i] <= last) {
                    violations.add("ids of one connection must increase: node %s gave %s after %s"
                            .formatted(node.name(), given[i], last));
                }
                last = given[i];
            }
            ids.add(given, 0, count);
            times.used(node.name(), given, count);
        }
    }
}
