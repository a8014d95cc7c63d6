package io.snowkeeper.spring.id;

import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.api.OutcomeUnknownException;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.sequence.SequenceName;
import io.snowkeeper.spring.NumberSequences;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Ids that are numbers of a named sequence, one or several of which are taken at once. Thread-safe. */
final class SequenceIds {

    private final String name;
    private final int allocationSize;
    private final Supplier<NumberSequences> sequences;
    private final ReentrantLock lock = new ReentrantLock();
    private Iterator<Long> taken = Collections.emptyIterator();

    /** How the last call for several failed, null if it did not. */
    private volatile @Nullable RuntimeException failure;

    SequenceIds(String name, int allocationSize, Supplier<NumberSequences> sequences) {
        this.name = SequenceName.require(name);
        this.allocationSize = allocationSize;
        this.sequences = sequences;
        if (allocationSize < 1 || allocationSize > NumberSequence.MAX_COUNT) {
            throw new IllegalArgumentException("must be >= 1 && <= %s: allocationSize=%s, sequence=%s"
                    .formatted(NumberSequence.MAX_COUNT, allocationSize, name));
        }
    }

    long next() {
        if (allocationSize == 1) {
            return take().get(0); // no call waits for another one
        }
        RuntimeException before = failure;
        lock.lock();
        try {
            if (!taken.hasNext()) {
                RuntimeException meanwhile = failure;
                if (meanwhile != null && meanwhile != before) {
                    // It has waited as long as a call may take. A call of its own would double that, and so on for each
                    // caller behind it.
                    throw meanwhile;
                }
                taken = fetch();
            }
            return taken.next();
        } finally {
            lock.unlock();
        }
    }

    private Iterator<Long> fetch() {
        failure = null;
        try {
            return take().iterator();
        } catch (UnavailableException | OutcomeUnknownException e) {
            failure = e;
            throw e;
        }
    }

    private List<Long> take() {
        NumberSequence sequence = sequences.get().sequence(name);
        SequenceNumbers numbers = sequence.next(allocationSize);
        if (numbers.reservation().isPresent()) {
            sequence.cancel(numbers.reservation().get());
            throw new IllegalStateException(
                    "the sequence must be of mode block or ordered, since numbers of a gapless one have to be confirmed; take those from TransactionNumbers: sequence="
                            + name);
        }
        if (numbers.period().isPresent()) {
            throw new IllegalStateException(
                    "the sequence must have no periods, since each period begins again at the first number; take those from NumberSequences: sequence="
                            + name);
        }
        return numbers.numbers();
    }
}
