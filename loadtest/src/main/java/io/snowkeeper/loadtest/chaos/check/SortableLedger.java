package io.snowkeeper.loadtest.chaos.check;

import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every sortable id that was handed out, by its kind: the unit of its time, or UUID. Ids of different kinds may look
 * alike. A UUID's last bits, which look random, do not count: without them, too, no two may be equal. Thread-safe; each
 * connection's part is for its own thread.
 */
public final class SortableLedger {

    /** The kind of UUIDs. */
    public static final String UUID = "uuid";

    private static final int NAMED = 5;
    private static final int RANDOM_BITS = 26;
    private static final int HEX_DIGITS = 32;
    private static final int HALF = HEX_DIGITS / 2;
    private static final int HEX = 16;

    private final Violations violations;
    private final Map<String, Set<Bytes>> byKind = new HashMap<>();
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

        static Bytes parse(String kind, String id) {
            if (!kind.equals(UUID)) {
                return parse(id);
            }
            Bytes all = parse(id.replace("-", ""));
            return new Bytes(all.high, all.low >>> RANDOM_BITS);
        }
    }

    /** @param violations receives each repetition when it happens */
    public SortableLedger(Violations violations) {
        this.violations = violations;
    }

    /** Returns the part of a new connection to that node. */
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

    private synchronized void add(String kind, String id, String node) {
        size++;
        if (!byKind.computeIfAbsent(kind, name -> new HashSet<>()).add(Bytes.parse(kind, id))) {
            repeated++;
            if (repeated <= NAMED) {
                violations.add(
                        "no sortable id may come twice: node %s gave %s of kind %s again".formatted(node, id, kind));
            }
        }
    }

    /** The ids of one connection; those of a kind must increase. */
    public final class Connection {

        private final String node;
        private final Map<String, String> last = new HashMap<>();

        private Connection(String node) {
            this.node = node;
        }

        /**
         * Takes ids as hexadecimal text, or as UUIDs are written, in the order in which they came.
         *
         * @throws IllegalArgumentException if one is not 32 hexadecimal digits
         */
        public void given(String kind, List<String> ids) {
            for (String id : ids) {
                String before = last.put(kind, id);
                if (before != null && id.compareTo(before) <= 0) {
                    violations.add("sortable ids of one connection must increase: node %s gave %s after %s of kind %s"
                            .formatted(node, id, before, kind));
                }
                add(kind, id, node);
            }
        }
    }
}
