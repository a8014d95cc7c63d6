package io.snowkeeper.sequences.plan;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.ledger.LedgerEvent;
import io.snowkeeper.sequences.ledger.LedgerHead;
import io.snowkeeper.sequences.ledger.Posting;
import io.snowkeeper.sequences.ledger.SegmentWrite;
import io.snowkeeper.sequences.record.PeriodRecord;
import io.snowkeeper.sequences.record.ReservationToken;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ledger entries of a draft: one per change, in planning order. They belong to the draft, and so are written once,
 * with the changes, or not at all.
 */
public final class Postings {

    private final Draft draft;
    private final ReservedNumbers reserved;
    private final List<Posting> postings = new ArrayList<>();
    private final Map<ReservationToken, List<NumberRange>> made = new HashMap<>();
    private final List<ReservationToken> settled = new ArrayList<>();

    Postings(Draft draft, ReservedNumbers reserved) {
        this.draft = draft;
        this.reserved = reserved;
    }

    boolean isEmpty() {
        return postings.isEmpty();
    }

    /**
     * Adds an entry, where there is a ledger.
     *
     * @throws PlanAgainException if the open segment is not read yet
     */
    public void add(Posting posting) {
        LedgerHead head = draft.record().ledger();
        if (head == null) {
            return;
        }
        if (postings.isEmpty()) {
            requireOpen(head);
            draft.znodes().countRewritten(openPath(head), SegmentWrite.MAX_OPEN);
        }
        postings.add(posting);
        draft.znodes().countMore(SegmentWrite.maxBytes(posting));
    }

    void reserved(ReservationToken token, List<NumberRange> numbers, @Nullable String key, @Nullable String subject) {
        add(Posting.reserve(token.number(), numbers, Optional.ofNullable(key), Optional.ofNullable(subject)));
        made.put(token, numbers);
    }

    void settled(
            LedgerEvent event,
            ReservationToken token,
            List<NumberRange> numbers,
            Optional<String> earlierPeriod,
            Optional<String> subject,
            Optional<String> reason) {
        Posting posting = Posting.settle(event, token.number(), numbers, subject, reason);
        add(earlierPeriod.map(posting::in).orElse(posting));
        settled.add(token);
    }

    /** Records that a period begins, with the end of the one before. */
    void turned(PeriodRecord due) {
        SequenceRecord record = draft.record();
        Period next = due.current();
        if (next != null) {
            Optional<String> former = record.period()
                    .map(period -> LedgerBalance.end(
                            period.text(), record.taken(), record.returned().size()));
            add(Posting.turn(next.text(), former));
        }
    }

    /** Returns the name of a reservation that is made here. */
    ReservationToken name(long number) {
        return new ReservationToken(draft.incarnation(), number, reserved.writer());
    }

    /** Returns the numbers of a reservation that this node has made lately, or in this draft; null if they have to be read. */
    @Nullable
    List<NumberRange> numbersOf(ReservationToken token) {
        List<NumberRange> numbers = made.get(token);
        return numbers == null ? reserved.of(token) : numbers;
    }

    /** Returns the path that must have been read before anything is added; null if there is none. */
    @Nullable
    String mustBeRead() {
        LedgerHead head = draft.base().record().ledger();
        return head == null || head.open() == 0 ? null : openPath(head);
    }

    private void requireOpen(LedgerHead head) {
        if (head.open() > 0
                && !draft.read(openPath(head))
                        .map(StoredRecord::payload)
                        .filter(payload -> SegmentWrite.isOpen(head, payload))
                        .isPresent()) {
            throw draft.becomeStale();
        }
    }

    private String openPath(LedgerHead head) {
        return SequencePaths.segment(draft.sequence(), draft.incarnation(), head.segment());
    }

    /**
     * Returns the state as it is written with the entries, and has the draft write these.
     *
     * @return the state with the ledger's head as it is then
     */
    SequenceRecord seal() {
        SequenceRecord record = draft.record();
        LedgerHead head = record.ledger();
        if (head == null) {
            return record;
        }
        long stateMillis = draft.base().writtenMillis();
        if (postings.isEmpty()) {
            // From now on the state no longer shows when the last entries were written.
            return head.millis() == null && head.entries() > 0
                    ? record.withLedger(head.writtenAt(stateMillis))
                    : record;
        }
        String path = openPath(head);
        byte[] open = head.open() == 0 ? null : draft.read(path).orElseThrow().payload();
        SegmentWrite write = SegmentWrite.of(head, open, postings, stateMillis);
        draft.znodes().rewriteSegment(path, write.payload(), write.creates());
        return record.withLedger(write.head());
    }

    /** Notes that it was written. */
    void written(Map<String, Optional<StoredRecord>> cache, SequenceRecord state) {
        reserved.made(made);
        reserved.settled(settled);
        LedgerHead before = draft.record().ledger();
        LedgerHead head = state.ledger();
        if (before != null && head != null && head.segment() != before.segment()) {
            // It is full, and not needed to go on.
            cache.remove(openPath(before));
        }
    }
}
