package io.snowkeeper.spring.transaction;

import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.spring.NumberSequences;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The numbers that transactions of this process have reserved, each found by its thread. Thread-safe. */
final class ThreadTransactionNumbers implements TransactionNumbers {

    private record KeyInUse(String sequence, String key) {}

    private final NumberSequences sequences;
    private final Settlement settlement;

    /** Those of transactions that are not settled: the number of a key is one, and must not be settled in two ways. */
    private final Set<KeyInUse> keys = ConcurrentHashMap.newKeySet();

    ThreadTransactionNumbers(NumberSequences sequences, Settlement settlement) {
        this.sequences = sequences;
        this.settlement = settlement;
    }

    @Override
    public long next(String sequence) {
        return reserve(sequence, UnaryOperator.identity()).number();
    }

    @Override
    public long next(String sequence, String key) {
        return reserve(sequence, key, UnaryOperator.identity()).number();
    }

    @Override
    public String nextText(String sequence) {
        return text(reserve(sequence, this::keepWithText));
    }

    @Override
    public String nextText(String sequence, String key) {
        return text(reserve(sequence, key, this::keepWithText));
    }

    private static String text(ReservedNumber reserved) {
        return reserved.text()
                .orElseThrow(() -> new IllegalStateException(
                        "the sequence must have a format, or its numbers have no text: configure one, or ask for the number itself: sequence="
                                + reserved.sequence()));
    }

    /** Gives one without a text back, unless it has a key: its caller, who is refused, may go on with the transaction. */
    private ReservedNumber keepWithText(ReservedNumber reserved) {
        if (reserved.text().isEmpty() && reserved.key() == null) {
            settlement.cancel(reserved);
        }
        text(reserved);
        return reserved;
    }

    private ReservedNumber reserve(String sequence, UnaryOperator<ReservedNumber> check) {
        TransactionReservations reservations = ofThread(sequence);
        SequenceNumbers numbers = sequences.sequence(sequence).next(1);
        ReservedNumber reserved = check.apply(reserved(sequence, null, numbers));
        reservations.add(reserved);
        return reserved;
    }

    private ReservedNumber reserve(String sequence, String key, UnaryOperator<ReservedNumber> check) {
        TransactionReservations reservations = ofThread(sequence);
        Optional<ReservedNumber> known = reservations.find(sequence, key);
        if (known.isPresent()) {
            return known.get();
        }
        KeyInUse use = new KeyInUse(sequence, key);
        if (!keys.add(use)) {
            throw new IllegalStateException(
                    "another transaction has the number of this key, and is not settled: wait until it is, or lock what the key stands for: sequence=%s, key=%s"
                            .formatted(sequence, key));
        }
        boolean added = false;
        try {
            SequenceNumbers numbers = sequences.sequence(sequence).next(1, key);
            ReservedNumber reserved = check.apply(reserved(sequence, key, numbers));
            reservations.add(reserved);
            added = true;
            return reserved;
        } finally {
            if (!added) {
                keys.remove(use);
            }
        }
    }

    private TransactionReservations ofThread(String sequence) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            throw new IllegalStateException(
                    "the thread must have a transaction, which the number goes with: call it from a method with @Transactional, not a reactive one: sequence="
                            + sequence);
        }
        TransactionReservations present = TransactionSynchronizationManager.getSynchronizations().stream()
                .filter(TransactionReservations.class::isInstance)
                .map(TransactionReservations.class::cast)
                .filter(reservations -> reservations.areOf(this))
                .findFirst()
                .orElse(null);
        if (present != null) {
            present.requireOpen(sequence);
            return present;
        }
        TransactionReservations.requireOpen(CommitWatch.hasSeenEnd(), sequence);
        TransactionReservations begun = new TransactionReservations(this);
        if (CommitWatch.hasSeenCommit()) {
            begun.commitBegins();
        }
        TransactionSynchronizationManager.registerSynchronization(begun);
        return begun;
    }

    private static ReservedNumber reserved(String sequence, @Nullable String key, SequenceNumbers numbers) {
        return new ReservedNumber(sequence, key, numbers.first(), reservation(sequence, numbers), numbers.firstText());
    }

    private static String reservation(String sequence, SequenceNumbers numbers) {
        return numbers.reservation()
                .orElseThrow(() -> new IllegalStateException(
                        "the sequence must be gapless, or its numbers cannot be given back; ask NumberSequences for those of another mode: sequence="
                                + sequence));
    }

    void confirm(ReservedNumber reserved) {
        settlement.confirm(reserved, () -> release(reserved));
    }

    void cancel(ReservedNumber reserved) {
        settlement.cancel(reserved);
        release(reserved);
    }

    void leave(ReservedNumber reserved) {
        settlement.leave(reserved);
        release(reserved);
    }

    private void release(ReservedNumber reserved) {
        if (reserved.key() != null) {
            keys.remove(new KeyInUse(reserved.sequence(), reserved.key()));
        }
    }
}
