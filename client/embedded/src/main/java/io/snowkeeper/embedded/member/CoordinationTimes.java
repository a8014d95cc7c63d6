package io.snowkeeper.embedded.member;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.WriteObserver;
import java.util.EnumMap;
import java.util.Map;

/** The times that a process' leases and sequences take with ZooKeeper, since its start. Thread-safe. */
public final class CoordinationTimes implements WriteObserver {

    private final DurationHistogram renewals = new DurationHistogram();
    private final DurationHistogram failedRenewals = new DurationHistogram();
    private final Map<Outcome, DurationHistogram> writes = new EnumMap<>(Outcome.class);

    public CoordinationTimes() {
        for (Outcome outcome : Outcome.values()) {
            writes.put(outcome, new DurationHistogram());
        }
    }

    /** Returns the tries to extend a reservation, of all worker ids: those that did, or those that did not. */
    public DurationHistogram renewals(boolean renewed) {
        return renewed ? renewals : failedRenewals;
    }

    /** Returns the writes to ZooKeeper of which this became. */
    public DurationHistogram writes(Outcome outcome) {
        return requireNonNull(writes.get(outcome));
    }

    @Override
    public void written(long nanos, Outcome outcome) {
        writes(outcome).add(nanos);
    }
}
