package io.snowkeeper.sequences.plan;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.ledger.LedgerEvent;
import io.snowkeeper.sequences.record.BucketRecord;
import io.snowkeeper.sequences.record.BucketRecord.Fate;
import io.snowkeeper.sequences.record.KeyRecord;
import io.snowkeeper.sequences.record.PendingRecord;
import io.snowkeeper.sequences.record.ReservationToken;
import io.snowkeeper.sequences.record.ReturnedNumbers;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The reservations of a sequence as they lie in the store: numbered as they are made, 512 to a bucket. A pending one is
 * a znode in its bucket; the bucket has the fate of a settled one.
 */
public final class Reservations {

    /** The state lists the parts where returned numbers lie, some dozens of them for this many places. */
    static final int MAX_PLACES = 16_384;

    private Reservations() {}

    /**
     * The subject and the reason of a settlement.
     *
     * @param subject as the port knows it
     * @param reason why
     */
    public record Settler(Optional<String> subject, Optional<String> reason) {

        /** The sequence itself, since a time was up. */
        public static final Settler NOBODY = new Settler(Optional.empty(), Optional.empty());
    }

    /** Returns the new reservation's token. */
    public static String reserve(Draft draft, List<NumberRange> runs, @Nullable String key, @Nullable String subject) {
        SequenceRecord record = draft.record();
        ReservationToken token = draft.ledger().name(record.reservations());
        if (token.slot() == 0) {
            draft.znodes()
                    .newBucket(token.bucket(), BucketRecord.of(record.options().term(), record.periodText()));
        }
        draft.znodes().create(entryPath(draft, token), new PendingRecord(runs, key, subject, token.writer()));
        draft.update(record.withPending(record.pending() + 1, record.reservations() + 1));
        draft.ledger().reserved(token, runs, key, subject);
        return token.toString();
    }

    /**
     * Voids numbers that were never taken, and all that have come back, in one reservation: their fate is unknown.
     *
     * @param untaken how many of those that were never taken, the next ones; there must be as many
     */
    public static void skip(Draft draft, long untaken, Settler settler) {
        List<NumberRange> runs = new ArrayList<>(
                ReturnedParts.takeLowest(draft, draft.record().returned().size()));
        SequenceRecord record = draft.record();
        if (untaken > 0) {
            runs.addAll(record.untaken(untaken));
        }
        if (runs.isEmpty()) {
            return;
        }
        ReservationToken token = draft.ledger().name(record.reservations());
        if (token.slot() == 0) {
            draft.znodes()
                    .newBucket(token.bucket(), BucketRecord.of(record.options().term(), record.periodText()));
        }
        BucketRecord bucket = draft.znodes().bucket(token.bucket()).orElseThrow();
        draft.znodes().bucket(token.bucket(), bucket.with(token, Fate.VOID));
        draft.update(
                record.withTaken(record.taken() + untaken).withPending(record.pending(), record.reservations() + 1));
        draft.ledger().reserved(token, runs, null, settler.subject().orElse(null));
        draft.ledger().settled(LedgerEvent.VOID, token, runs, Optional.empty(), settler.subject(), settler.reason());
    }

    /** Returns how many reservations there must have been for the next one to begin a bucket. */
    public static long nextBucket(long reservations) {
        long begun = reservations % BucketRecord.SLOTS;
        return begun == 0 ? reservations : reservations - begun + BucketRecord.SLOTS;
    }

    /**
     * Returns a reservation's token.
     *
     * @throws SequencePreconditionException if the sequence has no reservations
     * @throws io.snowkeeper.sequences.UnknownReservationException if it has not this one
     */
    public static ReservationToken find(Draft draft, String reservation) {
        if (!draft.allocation().hasReservations()) {
            throw new SequencePreconditionException(
                    "only numbers of gapless sequences are confirmed or cancelled: sequence=%s, mode=%s"
                            .formatted(draft.sequence(), draft.record().mode().text()));
        }
        ReservationToken token = ReservationToken.parse(draft.sequence(), draft.incarnation(), reservation);
        if (token.number() >= draft.record().reservations()) {
            throw ReservationToken.unknown(draft.sequence(), reservation);
        }
        return token;
    }

    /** Returns the fate of a reservation. */
    public static Fate fate(Draft draft, ReservationToken token) {
        return draft.znodes()
                .bucket(token.bucket())
                .filter(bucket -> bucket.fate(token.slot()) == Fate.PENDING || bucket.knows(token))
                .orElseThrow(() -> ReservationToken.unknown(draft.sequence(), token.toString()))
                .fate(token.slot());
    }

    /** Returns the name of a pending reservation of this incarnation, by its place; empty if there is none. */
    public static Optional<ReservationToken> pending(Draft draft, long number) {
        return draft.read(SequencePaths.pendingEntry(draft.sequence(), draft.incarnation(), number))
                .map(znode -> znode.as(PendingRecord.class).token(draft.incarnation(), number));
    }

    /** Forgets the key of a pending reservation, if it has one: its numbers may be used by another. */
    public static void forgetKey(Draft draft, ReservationToken token) {
        forgetKey(draft, entry(draft, token).key(), token);
    }

    /** Settles a pending reservation without giving its numbers back. */
    public static void confirm(Draft draft, ReservationToken token, Settler settler) {
        // Otherwise the write fails if there is none, and this is planned again.
        if (draft.readsFirst() && draft.read(entryPath(draft, token)).isEmpty()) {
            throw ReservationToken.unknown(draft.sequence(), token.toString());
        }
        List<NumberRange> known = draft.ledger().numbersOf(token);
        List<NumberRange> runs = known == null ? entry(draft, token).runs() : known;
        settle(draft, token, runs, Fate.CONFIRMED, settler);
    }

    /**
     * Settles a pending reservation and puts its numbers back; its key, if it has one, is forgotten.
     *
     * @throws io.snowkeeper.sequences.UnknownReservationException if there is none
     * @throws SequenceUnavailableException if the numbers that came back lie in too many places
     */
    public static void putBack(Draft draft, ReservationToken token, Fate fate, Settler settler) {
        PendingRecord pending = entry(draft, token);
        if (earlierPeriod(draft, token).isPresent()) {
            // Numbers of a period that has ended are not handed out.
            forgetKey(draft, pending.key(), token);
            settle(draft, token, pending.runs(), fate, settler);
            return;
        }
        ReturnedNumbers before = draft.record().returned();
        int places = before.places() + ReturnedParts.morePlaces(draft, pending.runs());
        if (!before.isEmpty() && places > MAX_PLACES) {
            throw new SequenceUnavailableException(
                    UnavailableReason.SEQUENCE_FULL,
                    "numbers of sequence %s that came back lie in %s places, and %s are kept at the most: ask for some of them, and cancel again"
                            .formatted(draft.sequence(), before.places(), MAX_PLACES));
        }
        forgetKey(draft, pending.key(), token);
        ReturnedParts.putBack(draft, pending.runs());
        settle(draft, token, pending.runs(), fate, settler);
    }

    /**
     * Settles a pending reservation whose numbers are neither used nor put back; its key, if it has one, is forgotten,
     * so that the same key gets usable numbers.
     *
     * @throws io.snowkeeper.sequences.UnknownReservationException if there is none
     */
    public static void makeVoid(Draft draft, ReservationToken token, Settler settler) {
        PendingRecord pending = entry(draft, token);
        forgetKey(draft, pending.key(), token);
        settle(draft, token, pending.runs(), Fate.VOID, settler);
    }

    /** Returns the period that a reservation is of, if another one has begun since. */
    private static Optional<String> earlierPeriod(Draft draft, ReservationToken token) {
        return draft.znodes()
                .bucket(token.bucket())
                .map(BucketRecord::period)
                .filter(period -> !period.equals(draft.record().periodText()));
    }

    private static PendingRecord entry(Draft draft, ReservationToken token) {
        // Left out when a bucket was begun, or deleted by hand; or of another writer, from before older data were put
        // back.
        return draft.read(entryPath(draft, token))
                .map(znode -> znode.as(PendingRecord.class))
                .filter(pending ->
                        pending.token(token.incarnation(), token.number()).equals(token))
                .orElseThrow(() -> ReservationToken.unknown(draft.sequence(), token.toString()));
    }

    private static void forgetKey(Draft draft, @Nullable String key, ReservationToken token) {
        if (key == null) {
            return;
        }
        String path = SequencePaths.key(draft.sequence(), draft.incarnation(), key);
        Optional<StoredRecord> znode = draft.read(path);
        // The key may have been forgotten and used again.
        if (znode.isPresent()
                && !draft.znodes().isDeleted(path)
                && token.toString().equals(znode.get().as(KeyRecord.class).reservation())) {
            draft.znodes().delete(path);
            draft.update(draft.record().withKeys(draft.record().keys() - 1));
        }
    }

    private static void settle(
            Draft draft, ReservationToken token, List<NumberRange> runs, Fate fate, Settler settler) {
        BucketRecord bucket = draft.znodes().bucket(token.bucket()).orElseThrow();
        draft.znodes().bucket(token.bucket(), bucket.with(token, fate));
        draft.znodes().delete(entryPath(draft, token));
        SequenceRecord record = draft.record();
        draft.update(record.withPending(record.pending() - 1, record.reservations()));
        draft.ledger()
                .settled(event(fate), token, runs, earlierPeriod(draft, token), settler.subject(), settler.reason());
    }

    private static LedgerEvent event(Fate fate) {
        return switch (fate) {
            case CONFIRMED -> LedgerEvent.CONFIRM;
            case CANCELLED -> LedgerEvent.CANCEL;
            case EXPIRED -> LedgerEvent.EXPIRE;
            case VOID -> LedgerEvent.VOID;
            case PENDING -> throw new IllegalArgumentException("a reservation is not settled as pending");
        };
    }

    private static String entryPath(Draft draft, ReservationToken token) {
        return SequencePaths.pendingEntry(draft.sequence(), draft.incarnation(), token.number());
    }
}
