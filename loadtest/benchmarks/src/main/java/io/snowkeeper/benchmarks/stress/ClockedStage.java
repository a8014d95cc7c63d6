package io.snowkeeper.benchmarks.stress;

import io.snowkeeper.core.GeneratorClosedException;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.ReservationExhaustedException;

/**
 * A generator of either kind on a clock that a race moves. Their common promise is one race: a subclass for sortable
 * counts has its outcomes, and names the actors once more, since jcstress looks for them in the class itself.
 */
abstract class ClockedStage {

    final Reservation reservation;

    /** @param startMillis the clock's reading, which is the last reserved millisecond */
    ClockedStage(long startMillis) {
        reservation = new Reservation(startMillis - 1, startMillis);
    }

    /** Makes the clock read the next millisecond. */
    abstract void tick();

    /** Returns the next one as ticks since the start times 10 plus its place in the tick: 11 is the second one of the next tick. */
    abstract int next();

    /** Returns the next one; -1 if it is refused since the reservation does not hold it. */
    int nextUnlessExhausted() {
        try {
            return next();
        } catch (ReservationExhaustedException refused) {
            return -1;
        }
    }

    /** Returns the next one; -1 if it is refused since the generator is closed. */
    int nextUnlessClosed() {
        try {
            return next();
        } catch (GeneratorClosedException refused) {
            return -1;
        }
    }

    /** Closes the generator. Returns how many ticks after the start its last one is. */
    abstract int close();
}
