package io.snowkeeper.test;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import java.time.Duration;

/** What a contract is held against: something that gives ids and numbers, and can be made to fail. */
interface World extends AutoCloseable {

    /** How long a reservation lasts. */
    Duration RESERVATION = Duration.ofSeconds(1);

    Ids ids();

    /** Makes a sequence that nobody has used, which holds what is not settled in time. */
    default NumberSequence newSequence(SequenceMode mode, NumberRange range) {
        return newSequence(mode, range, AtExpiry.HOLD);
    }

    /** Makes a sequence that nobody has used. */
    NumberSequence newSequence(SequenceMode mode, NumberRange range, AtExpiry atExpiry);

    /** Makes a sequence that nobody has used, whose numbers are so far from each other. */
    NumberSequence newSequence(SequenceMode mode, NumberRange range, long step);

    /** Has answers get lost until {@link #heal}. The test makes one call meanwhile. */
    void loseAnswers();

    /** Has nobody be reached until {@link #heal}. The test makes one call meanwhile. */
    void cutOff();

    void heal();

    /** Waits until the time of all reservations is up. */
    void awaitEndOfReservations(NumberSequence sequence);

    @Override
    void close() throws Exception;
}
