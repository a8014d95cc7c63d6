package io.snowkeeper.loadtest.chaos.fault;

import io.snowkeeper.loadtest.chaos.fleet.ServiceTimes;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** The longest times for which callers had no ids, by the faults that affected them. Thread-safe. */
final class CallerPauses {

    private final FaultTimes times = new FaultTimes();
    private final List<ServiceTimes> callers;
    private final Consumer<String> log;

    CallerPauses(List<ServiceTimes> callers, Consumer<String> log) {
        this.callers = List.copyOf(callers);
        this.log = log;
    }

    /** Takes the pause that a fault made, once callers have ids again. */
    void add(PlannedFault planned, long startNanos) {
        callers.stream()
                .mapToLong(caller -> caller.longestPauseMillis(startNanos))
                .max()
                .ifPresent(millis -> {
                    times.add(planned.kind(), millis);
                    log.accept("%s #%s %s: callers had no ids for %s ms"
                            .formatted(Instant.now(), planned.number(), planned.kind(), millis));
                });
    }

    FaultTimes times() {
        return times;
    }
}
