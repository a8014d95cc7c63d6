package io.snowkeeper.loadtest.chaos.check;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Every id must carry a worker id that its node held, and a time that was reserved for the node by then: above the
 * reservations of the owners before it, up to its own.
 */
public final class LeaseCheck {

    private final Map<Long, List<SlotWrite>> byWorker = new HashMap<>();

    LeaseCheck(List<SlotWrite> writes) {
        for (SlotWrite write : writes) {
            byWorker.computeIfAbsent(write.worker(), worker -> new ArrayList<>())
                    .add(write);
        }
    }

    /**
     * Reads the holders and their times from ZooKeeper's logs. Reservations in lost data count: no other node may use
     * their time afterwards.
     *
     * @param logFolders those of the servers, again for each time that older data were put back
     * @throws IOException if they cannot be read
     */
    public static LeaseCheck of(List<List<Path>> logFolders) throws IOException {
        return new LeaseCheck(TransactionLogs.read(logFolders));
    }

    /** Returns how many times a worker id was taken by another node than before, or for the first time. */
    public long tenures() {
        return byWorker.values().stream()
                .mapToLong(writes -> {
                    long changes = 0;
                    String owner = "";
                    for (SlotWrite write : writes) {
                        if (!write.node().equals(owner)) {
                            changes++;
                        }
                        owner = write.node();
                    }
                    return changes;
                })
                .sum();
    }

    /** Adds each time outside of all reservations. */
    public void check(UsedTimes times, Violations violations) {
        for (String node : times.nodes()) {
            for (long worker : times.workersOf(node)) {
                List<Interval> held = held(node, worker);
                for (long millis : times.outside(node, worker, held)) {
                    violations.add(
                            "an id's time must be within a reservation of its node: node %s, worker id %s, time %s"
                                    .formatted(node, worker, Instant.ofEpochMilli(millis)));
                }
            }
        }
    }

    /** Returns one node's times, over all its tenures of a worker id. */
    List<Interval> held(String node, long worker) {
        List<Interval> intervals = new ArrayList<>();
        long lastMillis = 0;
        String owner = "";
        long afterMillis = 0;
        long untilMillis = 0;
        for (SlotWrite write : byWorker.getOrDefault(worker, List.of())) {
            if (!write.node().equals(owner)) {
                if (owner.equals(node)) {
                    intervals.add(new Interval(afterMillis, untilMillis));
                }
                owner = write.node();
                afterMillis = lastMillis;
                untilMillis = 0;
            }
            // At a clean stop the reservation ends with the last id: times reserved before may have been used.
            untilMillis = Math.max(untilMillis, write.reservedUntilMillis());
            lastMillis = write.reservedUntilMillis();
        }
        if (owner.equals(node)) {
            intervals.add(new Interval(afterMillis, untilMillis));
        }
        return intervals;
    }
}
