package io.snowkeeper.client;

import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.api.OutcomeUnknownException;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.api.SnowkeeperException;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.GivenOptions;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.LedgerMark;
import io.snowkeeper.core.sequence.LedgerPage;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A named sequence. Thread-safe. <p>Most calls have the same effect if they are done twice, so they are sent again, to
 * another server if necessary, until the deadline. The exceptions are {@link #next(int)} without a key,
 * {@link #append}, {@link #advance}, {@link #delete} and those that settle a number.
 *
 * <p>If one of these may have reached a server, it is not sent again, since that would take other numbers, settle
 * another reservation, or be refused: it fails with {@link OutcomeUnknownException}.
 *
 * <p>Every method throws a {@link SnowkeeperException} if it fails; the code of a {@link RefusedException} gives the
 * reason. {@link #async} has the same calls for callers that must not wait.
 */
public final class SequenceClient implements NumberSequence {

    /** How many ranges one call may give. A sequence may have more, which are appended. */
    public static final int MAX_RANGES = 1_000;

    private final AsyncSequenceClient async;
    private final BlockingCalls blocking;

    SequenceClient(AsyncSequenceClient async) {
        this.async = async;
        this.blocking = async.blocking();
    }

    /** Returns the same sequence, whose calls do not wait. */
    public AsyncSequenceClient async() {
        return async;
    }

    /**
     * Returns the same sequence, whose ranges may overlap those of other sequences where they are given by {@link #create} or {@link
     * #append}: several sequences hand out the same numbers then. Otherwise such ranges are refused with code 22.
     */
    public SequenceClient allowingOverlap() {
        return new SequenceClient(async.allowingOverlap());
    }

    @Override
    public String name() {
        return async.name();
    }

    /**
     * Takes numbers, at most once: they are lost if the answer is.
     *
     * @param count how many; 1 to 10,000
     * @throws IllegalArgumentException if the count is out of its range
     */
    @Override
    public SequenceNumbers next(int count) {
        return blocking.await(() -> async.next(count));
    }

    /**
     * Takes numbers, exactly once for a key: the same key gets the same numbers again while the sequence remembers it,
     * ten minutes by default.
     *
     * @param count how many; 1 to 10,000, and the same for the same key
     * @param key the purpose of the numbers, such as an order's number; 1 to 256 characters of undamaged Unicode
     * @throws IllegalArgumentException if an argument is out of its range
     */
    @Override
    public SequenceNumbers next(int count, String key) {
        return blocking.await(() -> async.next(count, key));
    }

    /**
     * Marks the numbers of a reservation as used. Confirming twice is fine.
     *
     * @throws RefusedException with code 22 if they belong to another caller by now: undo what was done with them
     */
    @Override
    public void confirm(String reservation) {
        var unused = blocking.await(() -> async.confirm(reservation));
    }

    /** Gives the numbers of a reservation back. Doing it twice is fine. */
    @Override
    public void cancel(String reservation) {
        var unused = blocking.await(() -> async.cancel(reservation));
    }

    /**
     * Marks the numbers of a reservation of a gapless sequence as void: used up for good, without a document. Doing it
     * twice is fine.
     *
     * @param reason why, for later readers of the ledger; 1 to 256 characters
     * @throws RefusedException with code 22 if they were settled in another way, or as {@link #create} does
     */
    public void voidReservation(String reservation, String reason) {
        var unused = blocking.await(() -> async.voidReservation(reservation, reason));
    }

    /**
     * Confirms a number of a gapless sequence, whichever caller reserved it: for operators. Without a period, it means
     * the present one. It is the only one of a pending reservation. Sent once: afterwards the number may be pending for
     * another caller.
     *
     * @throws RefusedException with code 20 if it is not; with code 22 as {@link #create} does
     * @throws OutcomeUnknownException if it may have been done; check {@link #pending}
     */
    public void confirmNumber(BusinessNumber number) {
        var unused = blocking.await(() -> async.confirmNumber(number));
    }

    /** Puts a number of a gapless sequence back, whichever caller reserved it, in all else as {@link #confirmNumber}. */
    public void cancelNumber(BusinessNumber number) {
        var unused = blocking.await(() -> async.cancelNumber(number));
    }

    /**
     * Marks a number of a gapless sequence as void, whichever caller reserved it; in all else as
     * {@link #confirmNumber}.
     *
     * @param reason why, for later readers of the ledger; 1 to 256 characters
     */
    public void voidNumber(BusinessNumber number, String reason) {
        var unused = blocking.await(() -> async.voidNumber(number, reason));
    }

    /**
     * Reads a text as a number of the sequence, by its format.
     *
     * @param text 1 to 128 characters
     * @throws RefusedException with code 22 if the sequence has no format
     */
    public ParsedText parse(String text) {
        return blocking.await(() -> async.parse(text));
    }

    /**
     * Returns a page of the pending reservations of a gapless sequence, in the order they were made.
     *
     * @param after the reservation that the page comes after, from {@link Page#next}; empty for the first page
     * @param limit how many reservations it has at the most; 1 to 1,000
     * @throws IllegalArgumentException if the limit is out of its range
     * @throws RefusedException with code 22 if the sequence is not gapless
     */
    public Page<PendingReservation> pending(Optional<String> after, int limit) {
        return blocking.await(() -> async.pending(after, limit));
    }

    /** Describes the sequence. */
    public SequenceDescription describe() {
        return blocking.await(async::describe);
    }

    /**
     * Creates the sequence, with default options. Fine if there is one that was created in the same way, even if ranges
     * were appended and options changed since; or that has the same ones now.
     *
     * @return its description
     * @throws RefusedException with code 21 if there is another one of this name; with code 22 if the servers want a
     *     token and get none, or another one
     */
    public SequenceDescription create(SequenceMode mode, NumberRange range) {
        return create(mode, range, GivenOptions.NONE);
    }

    /**
     * Creates the sequence, as {@link #create(SequenceMode, NumberRange)} does.
     *
     * @param options those that are not to have their defaults
     */
    public SequenceDescription create(SequenceMode mode, NumberRange range, GivenOptions options) {
        return create(mode, List.of(range), options);
    }

    /**
     * Creates the sequence of several ranges, as {@link #create(SequenceMode, NumberRange)} does of one.
     *
     * @param ranges used in this order, none overlapping another; 1 to {@value #MAX_RANGES}
     * @param options those that are not to have their defaults
     * @throws IllegalArgumentException if there are too few or too many ranges
     */
    public SequenceDescription create(SequenceMode mode, List<NumberRange> ranges, GivenOptions options) {
        return blocking.await(() -> async.create(mode, ranges, options));
    }

    /**
     * Adds a range, to be used when those before it are used up. Sent once: done twice, it would be refused.
     *
     * @return the sequence's description
     * @throws RefusedException with code 12 if it overlaps a range that is there; with code 22 as {@link #create} does
     * @throws OutcomeUnknownException if it may have been added; check {@link #describe}
     */
    public SequenceDescription append(NumberRange range) {
        return append(List.of(range));
    }

    /**
     * Adds ranges in their order, all of them or none, in all else as {@link #append(NumberRange)}.
     *
     * @param ranges none overlapping another; 1 to {@value #MAX_RANGES}
     * @throws IllegalArgumentException if there are too few or too many
     */
    public SequenceDescription append(List<NumberRange> ranges) {
        return blocking.await(() -> async.append(ranges));
    }

    /**
     * Advances a block or ordered sequence to a number, its next one, forward only; does nothing if it is already
     * there. The numbers passed over count as taken; those that nodes keep in blocks are still handed out. Sent once:
     * done twice, it would be refused if a number was taken in between.
     *
     * @param to the number, of one of the ranges
     * @return the sequence's description
     * @throws RefusedException with code 22 if the number was passed, as the ranges are used, lies in none of them, or
     *     the sequence is gapless; or as {@link #create} does
     * @throws OutcomeUnknownException if it may have been done; check {@link #describe}
     */
    public SequenceDescription advance(long to) {
        return blocking.await(() -> async.advance(to));
    }

    /**
     * Turns the sequence back to the present period, after a wrong clock has begun a later one. No number is handed out
     * twice: when the later period begins again, it goes on after its taken numbers.
     *
     * @param to the present period
     * @return the sequence's description
     * @throws RefusedException with code 22 if that is not the present period by ZooKeeper's clock, or lies so far back
     *     that its taken numbers are not known any more, or the sequence has no periods; or as {@link #create} does
     */
    public SequenceDescription turnBack(Period to) {
        return blocking.await(() -> async.turnBack(to));
    }

    /**
     * Sets options.
     *
     * @param options those that are to be changed
     * @return the sequence's description
     * @throws RefusedException with code 12 if a value is out of its range; with code 22 as {@link #create} does
     */
    public SequenceDescription configure(GivenOptions options) {
        return blocking.await(() -> async.configure(options));
    }

    /**
     * Deletes the sequence, if its next number still is the expected one. Sent once: done twice, it would be refused.
     *
     * @param next as in {@link SequenceDescription#next}
     * @return the end of its ledger, which shows whether a copy of it is complete; empty if it had none
     * @throws RefusedException with code 22 if it has another next number, if the ledger of its numbers was not
     *     released to its end, or as {@link #create} does
     * @throws OutcomeUnknownException if it may have been deleted; check {@link #describe}
     */
    public Optional<LedgerMark> delete(OptionalLong next) {
        return blocking.await(() -> async.delete(next));
    }

    /**
     * Deletes the sequence as {@link #delete} does, and its ledger with it, even if the ledger was never copied.
     *
     * @param next as in {@link SequenceDescription#next}
     * @return the end of its ledger; empty if it had none
     */
    public Optional<LedgerMark> deleteWithLedger(OptionalLong next) {
        return blocking.await(() -> async.deleteWithLedger(next));
    }

    /**
     * Returns a page of the ledger of a gapless sequence: the fate of its numbers.
     *
     * @param from the first entry, counted from 1; the one after the last begins an empty page
     * @param limit how many at the most, 1 to {@value Page#MAX_LIMIT}; a page may have fewer even if more follow
     * @throws RefusedException with code 22 if it has no ledger, the entry was released, or it lies beyond the ledger's
     *     end
     * @throws IllegalArgumentException if an argument is out of its range
     */
    public LedgerPage<String> ledger(long from, int limit) {
        return blocking.await(() -> async.ledger(from, limit));
    }

    /**
     * Returns the figures of a gapless sequence after the last entry of its ledger.
     *
     * @throws RefusedException with code 22 if it has no ledger
     */
    public LedgerBalance ledgerBalance() {
        return blocking.await(async::ledgerBalance);
    }

    /**
     * Releases entries of a gapless sequence's ledger, of which the caller has a copy: they need not be kept any more.
     * Doing it twice is fine.
     *
     * @param through the last entry to release, with all before it
     * @return the entry, with its hash in the node's ledger
     * @throws RefusedException with code 22 if the ledger is shorter, or the sequence has none
     */
    public Optional<LedgerMark> release(long through) {
        return blocking.await(() -> async.release(through));
    }

    /**
     * Releases entries as {@link #release(long)} does, if the last one has the same hash as in the caller's copy.
     *
     * @throws RefusedException with code 22 if it has another one, too: the copy is of another sequence that had the
     *     name, or was changed
     */
    public Optional<LedgerMark> release(long through, String hash) {
        return blocking.await(() -> async.release(through, hash));
    }
}
