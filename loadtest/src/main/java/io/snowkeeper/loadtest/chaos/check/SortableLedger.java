package io.snowkeeper.loadtest.chaos.check;

import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every sortable id that was handed out, by the unit of its time: ids of different units are different kinds, which may look
 * alike. Thread-safe; each connection's part is for its own thread.
 */
public final class SortableLedger {

    private static final int NAMED = 5;
    private static final int HEX_DIGITS = 32;
    private static final int HALF = HEX_DIGITS / 2;
    private static final int HEX = 16;

    private final Violations violations;
    private final Map<String, Set<Bytes>> byUnit = new HashMap<>();
    private long size;
    private long repeated;

    /** The 16 bytes of an id. */
    private record Bytes(long high, long low) {

        static Bytes parse(String hex) {
            if (hex.length() != HEX_DIGITS) {
                throw new IllegalArgumentException("must have %s digits: id=%s".formatted(HEX_DIGITS, hex));
            }
            return new Bytes(
                    Long.parseUnsignedLong(hex, 0, HALF, HEX), Long.parseUnsignedLong(hex, HALF, HEX_DIGITS, HEX));
        }
    }

    /** @param violations is told of each repetition when it happens */
    public SortableLedger(Violations violations) {
        this.violations = violations;
    }

    /** Returns what a new connection to that node writes to. */
    public Connection connection(FleetNode node) {
        return connection(node.name());
    }

    Connection connection(String node) {
        return new Connection(node);
    }

    /** Returns how many ids there are, repeated ones counted each time. */
    public synchronized long size() {
        return size;
    }

    /** Returns how many of them came before. */
    public synchronized long repeated() {
        return repeated;
    }

    private synchronized void add(String unit, String id, String node) {
        size++;
        if (!byUnit.computeIfAbsent(unit, name -> new HashSet<>()).add(Bytes.parse(id))) {
            repeated++;
            if (repeated <= NAMED) {
                violations.add(
                        "no sortable id may come twice: node %s gave %s by the %s again".formatted(node, id, unit));
            }
        }
    }

    /** The ids of one connection; those of a unit must increase. */
    public final class Connection {

        private final String node;
        private final Map<String, String> last = new HashMap<>();

        private Connection(String node) {
            this.node = node;
        }

        /**
         * Takes ids as hexadecimal text, in the order in which they came.
         *
         * @throws IllegalArgumentException if one is not 32 hexadecimal digits
         */
        public void given(String unit, List<String> ids) {
            for (String id : ids) {
                String before = last.put(unit, id);
                if (before != null && id.compareTo(before) <= 0) {
                    violations.add("sortable ids of one connection must increase: node %s gave %s after %s by the %s"
                            .formatted(node, id, before, unit));
                }
                add(unit, id, node);
            }
        }
    }
}
