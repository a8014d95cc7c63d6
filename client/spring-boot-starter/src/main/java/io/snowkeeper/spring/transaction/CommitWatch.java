package io.snowkeeper.spring.transaction;

import java.util.stream.Stream;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * A watch on the application's transaction managers, for commits that begin. If the first number of a transaction is
 * requested during its commit (by a callback before it, or by its writes), nothing else shows that it is being
 * committed: synchronizations that are registered then learn only how it ended, and Spring may report a commit without
 * an answer as rolled back.
 */
final class CommitWatch implements BeanPostProcessor, TransactionExecutionListener {

    /** The mark of a thread's transaction whose commit has begun. */
    private static final class Begun implements TransactionSynchronization {

        private boolean over;

        /** Before all others, as {@link TransactionReservations}. */
        @Override
        public int getOrder() {
            return Ordered.HIGHEST_PRECEDENCE;
        }

        @Override
        public void afterCommit() {
            over = true;
        }
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        // Spring Boot adds such beans to the managers that it makes.
        if (bean instanceof ConfigurableTransactionManager manager
                && !manager.getTransactionExecutionListeners().contains(this)) {
            manager.addListener(this);
        }
        return bean;
    }

    @Override
    public void beforeCommit(TransactionExecution transaction) {
        // Spring also reports the end of a nested transaction as a commit; the outer one may still undo it.
        if (!TransactionSynchronizationManager.isSynchronizationActive() || !transaction.isNewTransaction()) {
            return;
        }
        for (TransactionSynchronization present : TransactionSynchronizationManager.getSynchronizations()) {
            if (present instanceof TransactionReservations reservations) {
                reservations.commitBegins();
            }
        }
        TransactionSynchronizationManager.registerSynchronization(new Begun());
    }

    /** Returns whether the commit of the thread's transaction has begun. */
    static boolean hasSeenCommit() {
        return commits().findAny().isPresent();
    }

    /** Returns whether the thread's transaction was committed. */
    static boolean hasSeenEnd() {
        return commits().anyMatch(commit -> commit.over);
    }

    private static Stream<Begun> commits() {
        return TransactionSynchronizationManager.getSynchronizations().stream()
                .filter(Begun.class::isInstance)
                .map(Begun.class::cast);
    }
}
