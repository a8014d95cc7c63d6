package io.snowkeeper.sequences.sweep;

import io.snowkeeper.coordinator.store.Election;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The candidacy of a node for the sweep. It rests for a while after sweeps have failed for long, so that a node is elected that can:
 * being elected and sweeping go over two connections, and one of them may be all that can be made.
 *
 * <p>For one thread.
 */
final class Candidacy {

    static final Duration PATIENCE = Duration.ofSeconds(15);
    static final Duration REST = Duration.ofMinutes(1);

    /** How often a waiting candidate checks that it still has to. */
    static final Duration CHECK = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(Candidacy.class);

    private final Supplier<Election> elections;
    private final LongSupplier nanoTime;
    private @Nullable Election election;
    private @Nullable Long failingSince;
    private @Nullable Long restsSince;
    private @Nullable Long waitsSince;

    /** @param elections makes the election of the sweeper, not entered yet */
    Candidacy(Supplier<Election> elections, LongSupplier nanoTime) {
        this.elections = elections;
        this.nanoTime = nanoTime;
    }

    /** Returns whether we are elected; takes part, if it does not rest. */
    boolean isElected() {
        if (isWithin(restsSince, REST)) {
            return false;
        }
        restsSince = null;
        Election present = election;
        if (present == null) {
            present = elections.get();
            election = present;
        }
        present.enter();
        if (present.isElected()) {
            waitsSince = null;
            return true;
        }
        checkAfterAWhile(present);
        return false;
    }

    private void checkAfterAWhile(Election present) {
        if (waitsSince != null && !isWithin(waitsSince, CHECK)) {
            waitsSince = null;
            present.check();
        }
        if (waitsSince == null) {
            waitsSince = nanoTime.getAsLong();
        }
    }

    /** Notes that we were elected, and have swept. */
    void swept() {
        failingSince = null;
    }

    /** Notes that we were elected, and could not sweep. */
    void failed(String reason) {
        if (failingSince == null) {
            failingSince = nanoTime.getAsLong();
        } else if (!isWithin(failingSince, PATIENCE)) {
            log.warn(
                    "sequences: sweeping of reservations and keys has failed for {} s; leaving it to another node: {}",
                    PATIENCE.toSeconds(),
                    reason);
            close();
            restsSince = nanoTime.getAsLong();
        }
    }

    /** Takes no part any more, until it is asked for again. */
    void close() {
        Election present = election;
        election = null;
        failingSince = null;
        waitsSince = null;
        if (present != null) {
            present.close();
        }
    }

    private boolean isWithin(@Nullable Long since, Duration time) {
        return since != null && nanoTime.getAsLong() - since < time.toNanos();
    }
}
