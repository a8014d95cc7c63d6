package io.snowkeeper.test;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The fakes. */
final class FakeWorld implements World {

    private final FakeIds ids = new FakeIds();
    private final List<Faults> faults = new ArrayList<>(List.of(ids.faults()));
    private Instant now = Instant.EPOCH;

    @Override
    public Ids ids() {
        return ids;
    }

    @Override
    public NumberSequence newSequence(SequenceMode mode, NumberRange range, AtExpiry atExpiry) {
        FakeNumberSequence sequence = new FakeNumberSequence(
                "A",
                mode,
                range,
                SequenceOptions.DEFAULT.withReservationTime(RESERVATION).withAtExpiry(atExpiry),
                () -> now);
        faults.add(sequence.faults());
        return sequence;
    }

    @Override
    public NumberSequence newSequence(SequenceMode mode, NumberRange range, long step) {
        return new FakeNumberSequence("A", mode, range, step, SequenceOptions.DEFAULT, () -> now);
    }

    @Override
    public void loseAnswers() {
        faults.forEach(Faults::answerLost);
    }

    @Override
    public void cutOff() {
        faults.forEach(each -> each.unavailable(UnavailableReason.DRAINING));
    }

    @Override
    public void heal() {
        faults.forEach(Faults::clear);
    }

    @Override
    public void awaitEndOfReservations(NumberSequence sequence) {
        now = now.plus(RESERVATION);
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
