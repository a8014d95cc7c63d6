package io.snowkeeper.test;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import java.time.Duration;

/** The implementation under a contract test: a source of ids and numbers that can be made to fail. */
interface World extends AutoCloseable {

    /** How long a reservation lasts. */
    Duration RESERVATION = Duration.ofSeconds(1);

    Ids ids();

    /** Makes a new sequence, which holds reservations that are not settled in time. */
    default NumberSequence newSequence(SequenceMode mode, NumberRange range) {
        return newSequence(mode, range, AtExpiry.HOLD);
    }

    /** Makes a new sequence. */
    NumberSequence newSequence(SequenceMode mode, NumberRange range, AtExpiry atExpiry);

    /** Makes a new sequence with a step. */
    NumberSequence newSequence(SequenceMode mode, NumberRange range, long step);

    /** Has answers get lost until {@link #heal}. The test makes one call meanwhile. */
    void loseAnswers();

    /** Makes all servers unreachable until {@link #heal}. The test makes one call meanwhile. */
    void cutOff();

    void heal();

    /** Waits until the time of all reservations is up. */
    void awaitEndOfReservations(NumberSequence sequence);

    @Override
    void close() throws Exception;
}
