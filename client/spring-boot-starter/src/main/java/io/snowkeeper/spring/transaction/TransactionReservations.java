package io.snowkeeper.spring.transaction;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;

/** The numbers that one transaction has reserved, from its first one to its end. Used by the transaction's thread alone. */
final class TransactionReservations implements TransactionSynchronization {

    private final ThreadTransactionNumbers owner;
    private final List<ReservedNumber> reserved = new ArrayList<>();

    /** How many were reserved when a savepoint was made. One that is not here was made before the first. */
    private final IdentityHashMap<Object, Integer> savepoints = new IdentityHashMap<>();

    private boolean committing;
    private boolean over;

    TransactionReservations(ThreadTransactionNumbers owner) {
        this.owner = owner;
    }

    /** Before all others: their requests after the commit are not part of it any more. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    boolean areOf(ThreadTransactionNumbers numbers) {
        return owner == numbers;
    }

    void requireOpen(String sequence) {
        requireOpen(over, sequence);
    }

    static void requireOpen(boolean over, String sequence) {
        if (over) {
            throw new IllegalStateException(
                    "the transaction must not be over: begin a new one for later work: sequence=" + sequence);
        }
    }

    /** Notes that the commit is begun: if it fails now, it may have been done. */
    void commitBegins() {
        committing = true;
    }

    void add(ReservedNumber number) {
        reserved.add(number);
    }

    Optional<ReservedNumber> find(String sequence, String key) {
        return reserved.stream().filter(number -> number.isFor(sequence, key)).findFirst();
    }

    @Override
    public void savepoint(Object savepoint) {
        savepoints.put(savepoint, reserved.size());
    }

    @Override
    public void savepointRollback(Object savepoint) {
        List<ReservedNumber> undone = reserved.subList(savepoints.getOrDefault(savepoint, 0), reserved.size());
        undone.forEach(owner::cancel);
        undone.clear();
    }

    @Override
    public void beforeCommit(boolean readOnly) {
        commitBegins();
    }

    @Override
    public void afterCommit() {
        over = true;
    }

    @Override
    public void afterCompletion(int status) {
        over = true;
        if (status == STATUS_COMMITTED) {
            reserved.forEach(owner::confirm);
        } else if (status == STATUS_ROLLED_BACK && !committing) {
            reserved.forEach(owner::cancel);
        } else {
            // Spring calls it a rollback, too, when a commit gets no answer.
            reserved.forEach(owner::leave);
        }
    }
}
