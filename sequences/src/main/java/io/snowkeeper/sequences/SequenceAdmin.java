package io.snowkeeper.sequences;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.LedgerMark;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;

/**
 * The fleet's sequences, for operators: creates, changes and lists them. Failures, threads and cancelling are as
 * {@link Sequences} says.
 */
public interface SequenceAdmin {

    /**
     * Creates a sequence; does nothing if there is one that was created by the same definition, even if ranges were
     * appended and options changed since, or that has it now.
     *
     * <p>Fails with {@link SequenceExistsException} if there is another one, and with
     * {@link SequencePreconditionException} if there are as many as a fleet may have, or if its ranges overlap another
     * sequence's and that is refused. If nodes create or append at the same moment, all but one are refused.
     *
     * @param overlap whether its ranges may overlap those of other sequences
     */
    CompletionStage<SequenceDescription> create(SequenceDefinition definition, Overlap overlap);

    /** Creates a sequence whose ranges may overlap those of other sequences, as {@link #create(SequenceDefinition, Overlap)} does. */
    default CompletionStage<SequenceDescription> create(SequenceDefinition definition) {
        return create(definition, Overlap.ALLOWED);
    }

    /** Describes a sequence, as of a moment after the call. */
    CompletionStage<SequenceDescription> describe(String sequence);

    /**
     * Returns a page of all sequences in the order of their names. A sequence that is there from a second before the
     * first page to the last is on one of them; those that this node has created or deleted need not wait. A
     * description may be a second old.
     *
     * <p>Fails with {@link SequenceUnavailableException} if too many different pages are requested at once: few are
     * read at a time, each for all its callers.
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
     * Advances a block or ordered sequence to a number, its next one, for example because it began too low; does
     * nothing if it is already there. The numbers passed over count as taken. Numbers that nodes keep in blocks are
     * still handed out.
     *
     * <p>Fails with {@link SequencePreconditionException} if the number lies before the next one, as the ranges are
     * used, or in none of the ranges, or the sequence is gapless.
     */
    CompletionStage<SequenceDescription> advance(String sequence, long to);

    /**
     * Turns a sequence back to the present period, after a wrong clock has begun a later one. No number is given twice:
     * when the later period begins again, it goes on after those that were taken of it.
     *
     * <p>Fails with {@link SequencePreconditionException} if that is not the present period by ZooKeeper's clock, or
     * lies so far back that its taken numbers are not known any more; with {@link SequenceUnavailableException} while
     * the node's clock and ZooKeeper's do not agree.
     *
     * @param to the present period
     */
    CompletionStage<SequenceDescription> turnBack(String sequence, Period to);

    /** Sets a sequence's options. Keys and reservations that are there keep the time they were promised. */
    default CompletionStage<SequenceDescription> configure(String sequence, SequenceOptions options) {
        return configure(sequence, (mode, present) -> options);
    }

    /**
     * Changes some of a sequence's options, as {@link #configure(String, SequenceOptions)}; concurrent changes of other
     * options stay.
     *
     * @param change returns the options for a mode and the present ones, or throws a {@link SequenceException}, with
     *     which this fails then; called repeatedly, by any thread
     */
    CompletionStage<SequenceDescription> configure(
            String sequence, BiFunction<SequenceMode, SequenceOptions, SequenceOptions> change);

    /**
     * Deletes a sequence, if it still is where the caller believes it to be.
     *
     * <p>Fails with {@link SequencePreconditionException} if it is not, or if its ledger would be lost.
     *
     * @return the end of its ledger, which shows whether a copy of it is complete; empty if it had none
     */
    CompletionStage<Optional<LedgerMark>> delete(DeleteRequest request);

    /** Deletes a sequence as {@link #delete(DeleteRequest)} does, unless its ledger would be lost. */
    default CompletionStage<Optional<LedgerMark>> delete(String sequence, OptionalLong next) {
        return delete(new DeleteRequest(sequence, next, false));
    }
}
