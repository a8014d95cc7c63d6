package io.snowkeeper.node;

import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.core.MillisClock;
import java.time.Instant;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the log when a node begins and ceases to give ids. Not thread-safe. */
final class ReadinessLog {

    private static final Logger log = LoggerFactory.getLogger(ReadinessLog.class);

    private final MillisClock clock;
    private boolean ready;

    ReadinessLog(MillisClock clock) {
        this.clock = clock;
    }

    /** Takes note of how things stand; says something only if that is a change. */
    void note(MembershipStatus status) {
        boolean readyNow = isWithin(status.reservedUntilMillis());
        if (readyNow == ready) {
            return;
        }
        ready = readyNow;
        if (readyNow) {
            log.info("ready: ids are made under worker id {}", status.workerId().orElseThrow());
        } else {
            log.warn("not ready: {}{}", reservationOf(status), status.problem().orElse("no worker id is held"));
        }
    }

    private boolean isWithin(OptionalLong reservedUntilMillis) {
        return reservedUntilMillis.isPresent() && clock.millis() <= reservedUntilMillis.getAsLong();
    }

    private static String reservationOf(MembershipStatus status) {
        OptionalLong end = status.reservedUntilMillis();
        // A reservation that was revoked has no end to speak of.
        return end.isEmpty() || end.getAsLong() == Long.MIN_VALUE
                ? ""
                : "ids could be made up to %s; ".formatted(Instant.ofEpochMilli(end.getAsLong()));
    }
}
