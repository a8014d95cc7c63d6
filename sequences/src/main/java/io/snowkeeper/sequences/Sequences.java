package io.snowkeeper.sequences;

import io.snowkeeper.coordinator.progress.SeenSequence;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.sequence.LedgerMark;
import io.snowkeeper.core.sequence.LedgerPage;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The fleet's named sequences, as one node serves them. No number is handed out twice, whatever node was asked.
 * Thread-safe; no method blocks, but {@link #close}.
 *
 * <p>Stages complete within the timeout of the settings (or of the request), by a {@link SequenceException} if they
 * fail, on a thread that serves sequences: what depends on them must not block there. Who does not want an answer any more
 * cancels it by {@code stage.toCompletableFuture().cancel(false)}; what it would have got is then handed to another
 * caller where that can be.
 */
public interface Sequences extends AutoCloseable {

    /** What stands for no number. */
    long NONE = -1;

    /**
     * Begins to connect. Returns at once.
     *
     * @throws IllegalStateException if it was started or closed before
     */
    void start();

    /**
     * Creates a sequence; does nothing if there is one that was created by the same definition, whatever ranges were appended
     * and options changed since, or that has it now.
     *
     * <p>Fails with {@link SequenceExistsException} if there is another one, and with {@link
     * SequencePreconditionException} if there are as many as a fleet may have, or if its ranges overlap another sequence's and that
     * is refused. Of nodes that create or append at the same moment, all but one are refused.
     *
     * @param overlap whether its ranges may overlap those of other sequences
     */
    CompletionStage<SequenceDescription> create(SequenceDefinition definition, Overlap overlap);

    /** Creates a sequence whose ranges may overlap those of other sequences, as {@link #create(SequenceDefinition, Overlap)} does. */
    default CompletionStage<SequenceDescription> create(SequenceDefinition definition) {
        return create(definition, Overlap.ALLOWED);
    }

    /**
     * Hands out numbers.
     *
     * <p>Fails with {@link InvalidSequenceException} (count above the limit, which is {@link NextRequest#MAX_TEXTS} where numbers have a
     * format), {@link UnknownSequenceException}, {@link
     * SequenceUsedUpException}, {@link SequenceFullException}, {@link SequencePreconditionException} (the key was used with
     * another count), {@link SequenceUnavailableException}. Where the last one is said, numbers may have been taken; a
     * request with a key gets them when it is made again.
     */
    CompletionStage<Grant> next(NextRequest request);

    /**
     * Hands out numbers of a block that this node keeps, if that is possible at once, each one step more than the one before; without
     * an object to be collected as garbage. Not of a sequence with periods, whose numbers are told with their period.
     *
     * @param count how many, at least 1
     * @return the last of them, {@link #NONE} if they have to be asked for by {@link #next}
     */
    long tryNext(String sequence, int count);

    /**
     * Returns the last number of a block sequence that this node has handed out, as far as it knows one; {@link #NONE} if it does
     * not. Takes no time.
     */
    long lastOfBlocks(String sequence);

    /**
     * Returns the format of a sequence's numbers, as this node knew it last: surely once it has given one of them. Empty if they have
     * none, or the node does not know. Takes no time.
     */
    Optional<NumberFormat> format(String sequence);

    /**
     * Settles a reservation of a gapless sequence: its numbers are confirmed, and never handed out again; or put back; or void. Doing
     * so twice is fine where the reservation is named.
     *
     * <p>Fails with {@link UnknownReservationException}, {@link ReservationSettledException} (settled otherwise before), {@link
     * UnknownSequenceException}, {@link SequencePreconditionException} (no gapless sequence), {@link
     * SequenceUnavailableException} (whether it was done is not known then). By number it fails with {@link
     * UnknownReservationException} unless the number is the only one of a pending reservation, whoever has made that: do not ask
     * again without a look at what is pending, since the number may be another's by then.
     */
    CompletionStage<@Nullable Void> settle(SettleRequest request);

    /** Confirms numbers of a gapless sequence as {@link #settle} does. */
    default CompletionStage<@Nullable Void> confirm(String sequence, String reservation) {
        return settle(SettleRequest.of(sequence, reservation, Settlement.CONFIRM));
    }

    /** Puts numbers of a gapless sequence back as {@link #settle} does. */
    default CompletionStage<@Nullable Void> cancel(String sequence, String reservation) {
        return settle(SettleRequest.of(sequence, reservation, Settlement.CANCEL));
    }

    /**
     * Tells of the pending reservations of a gapless sequence in the order they were made, a page at a time. One that is pending from
     * before the first page until after the last is on one of them.
     *
     * <p>Fails with {@link UnknownSequenceException}, {@link SequencePreconditionException} (no gapless sequence), {@link
     * SequenceUnavailableException}.
     *
     * @param after the reservation that the page comes after, which need not be pending any more; empty for the first page
     * @param limit how many reservations a page has at the most; 1 to {@value Page#MAX_LIMIT}
     * @throws InvalidSequenceException if the limit is out of its range, or {@code after} is no reservation of the sequence
     */
    CompletionStage<Page<PendingReservation>> pending(String sequence, Optional<String> after, int limit);

    /** Tells how a sequence stands, as of a moment after the call. */
    CompletionStage<SequenceDescription> describe(String sequence);

    /**
     * Tells of all sequences in the order of their names, a page at a time. A sequence that is there from a second before the first
     * page to the last is on one of them; those that this node has created or deleted need not wait. What is told of a sequence may be
     * a second old.
     *
     * <p>Fails with {@link SequenceUnavailableException} where too many different pages are asked for at once: few are read at a
     * time, each for all who want it.
     *
     * @param after the name that the page comes after, of a sequence or not; empty for the first page
     * @param limit how many sequences a page has at the most; 1 to {@value Page#MAX_LIMIT}
     * @throws InvalidSequenceException if the limit is out of its range
     */
    CompletionStage<Page<SequenceDescription>> list(Optional<String> after, int limit);

    /**
     * Adds ranges in their order, all of them or none, to be used when those before them are used up; every node goes on with them at
     * once.
     *
     * <p>Fails with {@link InvalidSequenceException} if one overlaps another, or one that is there, or does not fit the sequence's step,
     * or there would be too many; with {@link SequencePreconditionException} if one overlaps another sequence's and that is refused, as with {@link #create}.
     *
     * @param overlap whether they may overlap those of other sequences
     * @throws InvalidSequenceException if there are none
     */
    CompletionStage<SequenceDescription> append(String sequence, List<NumberRange> ranges, Overlap overlap);

    /** Adds ranges that may overlap those of other sequences, as {@link #append(String, List, Overlap)} does. */
    default CompletionStage<SequenceDescription> append(String sequence, List<NumberRange> ranges) {
        return append(sequence, ranges, Overlap.ALLOWED);
    }

    /** Adds a range as {@link #append(String, List)} does. */
    default CompletionStage<SequenceDescription> append(String sequence, NumberRange range) {
        return append(sequence, List.of(range));
    }

    /**
     * Has a number be the next one of a block or ordered sequence, for whoever began too low; does nothing if it is. Those that are passed
     * over count as taken. Those that nodes keep in blocks are still handed out.
     *
     * <p>Fails with {@link SequencePreconditionException} if the number lies before the next one, as the ranges are used, or in none of
     * the ranges, or the sequence is gapless.
     */
    CompletionStage<SequenceDescription> advance(String sequence, long to);

    /**
     * Turns a sequence back to the present period, after a wrong clock has begun a later one. No number is given twice: when the later period
     * begins again, it goes on after those that were taken of it.
     *
     * <p>Fails with {@link SequencePreconditionException} if that is not the present period by ZooKeeper's clock, or lies so far back that what
     * was taken of it is not known any more; with {@link SequenceUnavailableException} while the node's clock and ZooKeeper's do not agree.
     *
     * @param to the present period
     */
    CompletionStage<SequenceDescription> turnBack(String sequence, Period to);

    /** Sets a sequence's options. Keys and reservations that are there keep the time they were promised. */
    default CompletionStage<SequenceDescription> configure(String sequence, SequenceOptions options) {
        return configure(sequence, (mode, present) -> options);
    }

    /**
     * Changes some of a sequence's options, as {@link #configure(String, SequenceOptions)}: what somebody else sets at the same time, and
     * this does not change, stays.
     *
     * @param change returns the options for a mode and the present ones, or throws a {@link SequenceException}, with which this fails then;
     *     asked as often as it takes, by any thread
     */
    CompletionStage<SequenceDescription> configure(
            String sequence, BiFunction<SequenceMode, SequenceOptions, SequenceOptions> change);

    /**
     * Deletes a sequence, if it still is where the caller believes it to be.
     *
     * <p>Fails with {@link SequencePreconditionException} if it is not, or if its ledger would be lost.
     *
     * @return what its ledger had come to, by which a copy of it is known to be whole; empty if it had none
     */
    CompletionStage<Optional<LedgerMark>> delete(DeleteRequest request);

    /** Deletes a sequence as {@link #delete(DeleteRequest)} does, unless its ledger would be lost. */
    default CompletionStage<Optional<LedgerMark>> delete(String sequence, OptionalLong next) {
        return delete(new DeleteRequest(sequence, next, false));
    }

    /**
     * Tells what has become of the numbers of a gapless sequence: entries of its ledger, in their order, a page at a time. An entry
     * that was told once is told the same way ever after.
     *
     * <p>Fails with {@link UnknownSequenceException}, {@link SequencePreconditionException} (it has no ledger, or the entry was
     * released), {@link SequenceUnavailableException}.
     *
     * @param from the first entry, 1 for the first of all; one that is not there yet begins an empty page
     * @param limit how many entries a page has at the most; 1 to {@value Page#MAX_LIMIT}
     * @throws InvalidSequenceException if a value is out of its range
     */
    CompletionStage<LedgerPage<LedgerEntry>> ledger(String sequence, long from, int limit);

    /**
     * Tells how a gapless sequence stands after the last entry of its ledger, for an audit: see {@link
     * io.snowkeeper.sequences.ledger.audit.LedgerAudit}. Fails as {@link #ledger} does.
     */
    CompletionStage<LedgerBalance> balance(String sequence);

    /**
     * Releases entries of a gapless sequence's ledger, of which the caller has a copy: they are not kept any more, but for some that lie
     * together with others. That the copy and what is kept follow from each other is told by their hashes. Releasing twice is fine.
     *
     * <p>Fails as {@link #ledger} does, and with {@link SequencePreconditionException} if there are not as many entries, or if the
     * last one that is released has another hash.
     *
     * @param through the last entry that is released
     * @param hash its hash in the caller's copy, without which nothing is compared
     * @return the entry, and its hash in the ledger
     * @throws InvalidSequenceException if it is below 1
     */
    CompletionStage<LedgerMark> release(String sequence, long through, Optional<String> hash);

    /**
     * Returns what completes, with what was found, when one of these sequences is found to be older than this process has seen it. Never
     * fails, and may never complete.
     */
    CompletableFuture<String> restored();

    /**
     * Says that ZooKeeper's data is older than this process has seen it, so that nothing is served any more: what waits fails, and so does
     * every call from now on, with {@link io.snowkeeper.core.UnavailableReason#ENSEMBLE_RESTORED}.
     *
     * @param evidence what was found, for people
     */
    void refuse(String evidence);

    /**
     * Returns why every call for numbers is refused, until an operator ends a restore or the process is started again; empty if it is not.
     * Takes no time.
     */
    Optional<Unavailability> closed();

    /** Tells how the sequences were seen last that this node has served since it was started. Takes no time. */
    List<SeenSequence> seen();

    /** Tells what this node knows of the sequences that it was asked for within the last hour, for metrics. Takes no time. */
    List<SequenceUsage> usage();

    /**
     * Tells how many znodes this node has found where sequences are, and cannot read: somebody else's, or spoilt ones. They
     * are passed over. Takes no time.
     */
    int unreadable();

    /** Stops: waiting calls fail, blocks are given back where they still are the tail. Takes some seconds at the most. Idempotent. */
    @Override
    void close();
}
