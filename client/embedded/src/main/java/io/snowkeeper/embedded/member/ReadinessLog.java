package io.snowkeeper.embedded.member;

import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log of when a node becomes ready and ceases to be, by the same rule as its readiness. Not thread-safe. */
final class ReadinessLog {

    private static final Logger log = LoggerFactory.getLogger(ReadinessLog.class);

    private final MillisClock clock;
    private boolean ready;

    ReadinessLog(MillisClock clock) {
        this.clock = clock;
    }

    /**
     * Takes note of how things stand; says something only if that is a change.
     *
     * @param refusal how a request for an id would be refused now, empty if it would not
     * @param margin how long ids have to go on for the node to be ready
     */
    void note(MembershipStatus status, Optional<Unavailability> refusal, Duration margin) {
        boolean within = status.isReserved(clock.millis(), margin);
        boolean readyNow = within && refusal.isEmpty();
        if (readyNow == ready) {
            return;
        }
        ready = readyNow;
        if (readyNow) {
            log.info("ready: ids are made under worker id {}", status.workerId().orElseThrow());
            return;
        }
        String reason = refusal.map(Unavailability::reason)
                .map(UnavailableReason::text)
                .orElse(UnavailableReason.RESERVATION_USED_UP.text());
        String why = within ? refusal.orElseThrow().text() : reservationOf(status) + status.describeProblem();
        log.warn("not ready, {}: {}", reason, why);
    }

    private String reservationOf(MembershipStatus status) {
        OptionalLong end = status.endMillis(clock.millis());
        return end.isEmpty() ? "" : "ids go on until %s; ".formatted(Instant.ofEpochMilli(end.getAsLong()));
    }
}
