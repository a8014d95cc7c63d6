package io.snowkeeper.benchmarks.stress;

import io.snowkeeper.core.GeneratorClosedException;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.ReservationExhaustedException;

/**
 * The generator under test, on a clock that a race moves. What it gives has a form that fits into a table of outcomes: ticks
 * since the start times 10 plus the sequence or counter, so that 11 is the second one of the next tick.
 */
abstract class Subject {

    static final int REFUSED = -1;

    final Reservation reservation;

    /** @param startMillis the last millisecond that is reserved */
    Subject(long startMillis) {
        reservation = new Reservation(startMillis - 1, startMillis);
    }

    abstract int next();

    /** Makes the clock read the next millisecond. */
    abstract void tick();

    /** Closes the generator. Returns the tick that this tells as the last one, counted from the start. */
    abstract int close();

    final int nextUnlessExhausted() {
        try {
            return next();
        } catch (ReservationExhaustedException refused) {
            return REFUSED;
        }
    }

    final int nextUnlessClosed() {
        try {
            return next();
        } catch (GeneratorClosedException refused) {
            return REFUSED;
        }
    }
}
