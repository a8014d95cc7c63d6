package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.LedgerMark;
import io.snowkeeper.sequences.DeleteRequest;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.ledger.LedgerHead;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.plan.Draft;
import io.snowkeeper.sequences.record.FormerRecord;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The command that deletes a sequence if its next number is the expected one, for an operator. */
public final class DeleteCommand extends Command<Optional<LedgerMark>> {

    private final DeleteRequest request;

    public DeleteCommand(DeleteRequest request, long arrived, long timeoutNanos) {
        super(arrived, timeoutNanos);
        this.request = request;
    }

    @Override
    public void plan(Draft draft) {
        if (!draft.isUnchanged()) {
            // A write of its own, after the commands before it.
            draft.end();
            return;
        }
        OptionalLong actual = draft.record().next();
        if (!actual.equals(request.next())) {
            throw new SequencePreconditionException(
                    "sequence %s is deleted only by its present next number: next=%s, given next=%s"
                            .formatted(draft.sequence(), text(actual), text(request.next())));
        }
        requireLedgerElsewhere(draft.sequence(), draft.record());
        requireNothingPending(draft.sequence(), draft.record());
        LedgerHead ledger = draft.record().ledger();
        draft.deleteSequence(ledger == null ? List.of() : List.of(leave(draft, ledger)));
        draft.onCommit(
                this,
                Optional.ofNullable(ledger).map(head -> new LedgerMark(head.entries(), Optional.of(head.hash()))));
    }

    /** Leaves the end of the ledger, which that of the next sequence of the name begins with. */
    private static Change leave(Draft draft, LedgerHead ledger) {
        String path = SequencePaths.former(draft.sequence());
        Optional<StoredRecord> before = draft.read(path);
        if (before.isEmpty()) {
            draft.znodes().ensureParent(SequencePaths.FORMER);
            return new Change.Create(path, PayloadCodec.encode(new FormerRecord(1, ledger.hash())));
        }
        long count = before.get().as(FormerRecord.class).count() + 1;
        return new Change.Set(
                path,
                PayloadCodec.encode(new FormerRecord(count, ledger.hash())),
                before.get().stamp().version());
    }

    private void requireNothingPending(String sequence, SequenceRecord record) {
        if (record.pending() > 0 && !request.discardsLedger()) {
            throw new SequencePreconditionException(
                    "%s numbers of sequence %s are pending, and their holders could no longer confirm them: settle them, or request that the ledger be discarded"
                            .formatted(record.pending(), sequence));
        }
    }

    private void requireLedgerElsewhere(String sequence, SequenceRecord record) {
        LedgerHead ledger = record.ledger();
        if (ledger != null
                && record.hasNumbers()
                && ledger.released() < ledger.entries()
                && !request.discardsLedger()) {
            throw new SequencePreconditionException(
                    "the ledger of sequence %s would be lost, which has %s entries, of which %s were released: export the others and release them, or request that it be discarded"
                            .formatted(sequence, ledger.entries(), ledger.released()));
        }
    }

    private static String text(OptionalLong number) {
        return number.isPresent() ? Long.toString(number.getAsLong()) : "none";
    }
}
