package io.snowkeeper.sequences.plan;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.SequenceFullException;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The allocation of numbers under reservations: those that come back go out again, the lowest first. */
final class GaplessAllocation implements Allocation {

    static final Allocation INSTANCE = new GaplessAllocation();

    private GaplessAllocation() {}

    @Override
    public void plan(NextCommand call, Draft draft) {
        var unused = grant(call, draft, null);
    }

    @Override
    public Grant planKeyed(NextCommand call, Draft draft, String key) {
        return grant(call, draft, key);
    }

    @Override
    public boolean makesRecords() {
        return true;
    }

    @Override
    public boolean hasReservations() {
        return true;
    }

    private static Grant grant(NextCommand call, Draft draft, @Nullable String key) {
        call.requireLeft(draft.record());
        requireRoom(draft.sequence(), draft.record());
        List<NumberRange> runs = call.take(draft);
        Grant grant = new Grant(
                runs,
                Optional.of(Reservations.reserve(draft, runs, key, call.subject())),
                draft.record().period());
        draft.onCommit(
                new CommitAction(runs, false, () -> call.answer().complete(grant), () -> call.abandon(grant, key)));
        return grant;
    }

    private static void requireRoom(String sequence, SequenceRecord record) {
        if (record.pending() >= record.options().maxPending()) {
            String advice = record.options().term().holds()
                    ? "they are held until they are settled; confirm, cancel or make void some, or raise max_pending"
                    : "confirm or cancel some, ask later, or raise max_pending";
            throw new SequenceFullException("sequence %s has %s unconfirmed reservations, its limit: %s"
                    .formatted(sequence, record.pending(), advice));
        }
    }
}
