package io.snowkeeper.spring.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.spring.NumberSequences;
import io.snowkeeper.spring.SnowkeeperAutoConfiguration;
import io.snowkeeper.spring.transaction.SettlementCounts.Outcome;
import io.snowkeeper.test.FakeIds;
import io.snowkeeper.test.FakeNumberSequence;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

class TransactionNumbersTest {

    private static final String INVOICES = "invoices";

    private final FakeNumberSequence invoices =
            new FakeNumberSequence(INVOICES, SequenceMode.GAPLESS, new NumberRange(1, 1000));
    private final Settlement settlement = settlement(Duration.ofMillis(1));
    private final TransactionNumbers numbers = new ThreadTransactionNumbers(name -> invoices, settlement);
    private final DataSourceTransactionManager manager = new DataSourceTransactionManager(dataSource());
    private final TransactionTemplate transaction = new TransactionTemplate(manager);

    private Settlement settlement(Duration firstRest) {
        return new Settlement(
                name -> invoices,
                new ScheduledThreadPoolExecutor(1),
                System::nanoTime,
                firstRest,
                Duration.ofMinutes(10));
    }

    private static JdbcDataSource dataSource() {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:");
        return dataSource;
    }

    @AfterEach
    void close() {
        settlement.close();
    }

    private TransactionTemplate transaction(int propagation) {
        TransactionTemplate template = new TransactionTemplate(manager);
        template.setPropagationBehavior(propagation);
        return template;
    }

    @Test
    void aCommitConfirmsEachNumber() {
        transaction.executeWithoutResult(status -> {
            assertThat(numbers.next(INVOICES)).isEqualTo(1);
            assertThat(numbers.next(INVOICES)).isEqualTo(2);
            assertThat(invoices.pending()).containsExactly(1L, 2L);
        });
        assertThat(invoices.confirmed()).containsExactly(1L, 2L);
        assertThat(settlement.counts().count(Outcome.CONFIRMED)).isEqualTo(2);
    }

    @Test
    void aNumberIsToldAsItsFormatWritesIt() {
        FakeNumberSequence bills = new FakeNumberSequence(
                "bills",
                SequenceMode.GAPLESS,
                new NumberRange(1, 9),
                SequenceOptions.DEFAULT.withFormat(NumberFormat.of("B-{n:000}")),
                InstantSource.system());
        TransactionNumbers texts = new ThreadTransactionNumbers(name -> bills, settlement);

        transaction.executeWithoutResult(status -> {
            assertThat(texts.nextText("bills")).isEqualTo("B-001");
            assertThat(texts.nextText("bills", "k")).isEqualTo("B-002");
            assertThat(texts.next("bills", "k")).isEqualTo(2);
        });
        assertThatThrownBy(() -> transaction.execute(status -> numbers.nextText(INVOICES)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the sequence must have a format");
        assertThat(invoices.pending()).isEmpty();
    }

    @Test
    void aNumberWhoseTextIsRefusedIsNotConfirmed() {
        transaction.executeWithoutResult(status -> {
            assertThatThrownBy(() -> numbers.nextText(INVOICES)).isInstanceOf(IllegalStateException.class);
            assertThat(invoices.pending()).isEmpty();
            assertThatThrownBy(() -> numbers.nextText(INVOICES, "k")).isInstanceOf(IllegalStateException.class);
        });
        assertThat(invoices.confirmed()).isEmpty();
    }

    @Test
    void aNumberThatWasAskedForBeforeItsTextStays() {
        transaction.executeWithoutResult(status -> {
            numbers.next(INVOICES, "k");
            assertThatThrownBy(() -> numbers.nextText(INVOICES, "k")).isInstanceOf(IllegalStateException.class);
        });
        assertThat(invoices.confirmed()).containsExactly(1L);
    }

    @Test
    void aRollbackGivesThemBack() {
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    assertThat(numbers.next(INVOICES)).isEqualTo(1);
                    throw new IllegalArgumentException("the application fails");
                }))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(invoices.pending()).isEmpty();
        assertThat(invoices.confirmed()).isEmpty();
        assertThat(settlement.counts().count(Outcome.CANCELLED)).isEqualTo(1);
        assertThat(transaction.<Long>execute(status -> numbers.next(INVOICES))).isEqualTo(1);
    }

    @Test
    void theSameKeyGetsTheSameNumber() {
        transaction.executeWithoutResult(status -> {
            assertThat(numbers.next(INVOICES, "order 7")).isEqualTo(1);
            assertThat(numbers.next(INVOICES, "order 8")).isEqualTo(2);
            assertThat(numbers.next(INVOICES, "order 7")).isEqualTo(1);
        });
        assertThat(invoices.confirmed()).containsExactly(1L, 2L);
        // As after a crash between commit and confirmation.
        transaction.executeWithoutResult(
                status -> assertThat(numbers.next(INVOICES, "order 7")).isEqualTo(1));
        assertThat(settlement.counts().count(Outcome.CONFIRMED)).isEqualTo(3);
    }

    @Test
    void aKeyIsOfOneTransactionAtATime() {
        transaction.executeWithoutResult(status -> {
            numbers.next(INVOICES, "order 7");
            TransactionTemplate other = transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            assertThatThrownBy(() -> other.execute(inner -> numbers.next(INVOICES, "order 7")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "another transaction has the number of this key, and is not settled: wait until it is, or lock what the key stands for: sequence=invoices, key=order 7");
        });
        assertThat(invoices.confirmed()).containsExactly(1L);
    }

    @Test
    void aTransactionOfItsOwnHasItsOwnNumbers() {
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    numbers.next(INVOICES);
                    transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                            .executeWithoutResult(
                                    inner -> assertThat(numbers.next(INVOICES)).isEqualTo(2));
                    assertThat(invoices.confirmed()).containsExactly(2L);
                    throw new IllegalArgumentException("the outer one fails");
                }))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(invoices.confirmed()).containsExactly(2L);
        assertThat(invoices.pending()).isEmpty();
    }

    @Test
    void aRollbackToASavepointGivesBackWhatCameAfterIt() {
        transaction.executeWithoutResult(status -> {
            assertThat(numbers.next(INVOICES)).isEqualTo(1);
            transaction(TransactionDefinition.PROPAGATION_NESTED).executeWithoutResult(nested -> {
                assertThat(numbers.next(INVOICES)).isEqualTo(2);
                nested.setRollbackOnly();
            });
            assertThat(invoices.pending()).containsExactly(1L);
            assertThat(numbers.next(INVOICES, "order 9")).isEqualTo(2);
        });
        assertThat(invoices.confirmed()).containsExactly(1L, 2L);
    }

    @Test
    void aSavepointBeforeTheFirstNumberTakesAllOfThem() {
        transaction.executeWithoutResult(status -> transaction(TransactionDefinition.PROPAGATION_NESTED)
                .executeWithoutResult(nested -> {
                    assertThat(numbers.next(INVOICES)).isEqualTo(1);
                    nested.setRollbackOnly();
                }));
        assertThat(invoices.confirmed()).isEmpty();
        assertThat(invoices.pending()).isEmpty();
    }

    @Test
    void aSavepointOfTheApplicationIsSeen() {
        transaction.executeWithoutResult(status -> {
            numbers.next(INVOICES);
            Object savepoint = status.createSavepoint();
            numbers.next(INVOICES);
            status.rollbackToSavepoint(savepoint);
        });
        assertThat(invoices.confirmed()).containsExactly(1L);
        assertThat(invoices.pending()).isEmpty();
    }

    @Test
    void aRollbackLeavesANumberToItsKey() {
        rollBack(transaction, numbers, "order 7");
        assertThat(invoices.pending()).containsExactly(1L);
        assertThat(settlement.counts().count(Outcome.LEFT_PENDING)).isEqualTo(1);

        assertThat(deliver(numbers, "order 8")).isEqualTo(2);
        assertThat(deliver(numbers, "order 7")).isEqualTo(1);
        assertThat(invoices.confirmed()).containsExactly(1L, 2L);
        assertThat(settlement.counts().count(Outcome.CANCELLED)).isZero();
    }

    @Test
    void aSecondDeliveryThatRollsBackDoesNotGiveBackWhatTheFirstHasCommitted() {
        Settlement ofFirst = settlement(Duration.ofMinutes(1));
        commitUnconfirmed(ofFirst, "order 7");

        rollBack(transaction, numbers, "order 7");

        assertThat(deliver(numbers, "order 8")).isEqualTo(2);
        ofFirst.close();
        assertThat(ofFirst.counts().count(Outcome.LOST)).isZero();
        assertThat(invoices.confirmed()).containsExactly(1L, 2L);
        assertThat(invoices.pending()).isEmpty();
    }

    @Test
    void norDoesTheFirstOneGiveBackWhatTheSecondHasCommitted() {
        Settlement ofSecond = settlement(Duration.ofMinutes(1));
        transaction.executeWithoutResult(status -> {
            numbers.next(INVOICES, "order 7");
            commitUnconfirmed(ofSecond, "order 7");
            status.setRollbackOnly();
        });

        assertThat(deliver(numbers, "order 8")).isEqualTo(2);
        ofSecond.close();
        assertThat(ofSecond.counts().count(Outcome.LOST)).isZero();
        assertThat(invoices.confirmed()).containsExactly(1L, 2L);
        assertThat(invoices.pending()).isEmpty();
    }

    /**
     * Like a process that dies after its commit, or is held up: its number is not confirmed before the settlement is
     * closed.
     */
    private void commitUnconfirmed(Settlement ofProcess, String document) {
        TransactionNumbers ofOther = new ThreadTransactionNumbers(name -> invoices, ofProcess);
        transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW).executeWithoutResult(status -> {
            assertThat(ofOther.next(INVOICES, document)).isEqualTo(1);
            invoices.faults().unavailable(UnavailableReason.ZOOKEEPER_AWAY);
        });
        assertThat(ofProcess.counts().waiting()).isEqualTo(1);
    }

    @Test
    void aRollbackToASavepointLeavesANumberToItsKey() {
        transaction.executeWithoutResult(status -> {
            numbers.next(INVOICES, "order 6");
            rollBack(transaction(TransactionDefinition.PROPAGATION_NESTED), numbers, "order 7");
            assertThat(invoices.pending()).containsExactly(1L, 2L);
            assertThat(numbers.next(INVOICES, "order 8")).isEqualTo(3);
        });
        assertThat(invoices.confirmed()).containsExactly(1L, 3L);
        assertThat(invoices.pending()).containsExactly(2L);
        assertThat(deliver(numbers, "order 7")).isEqualTo(2);
        assertThat(invoices.confirmed()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void afterARollbackToASavepointTheSameTransactionMayAskWithTheKeyAgain() {
        transaction.executeWithoutResult(status -> {
            rollBack(transaction(TransactionDefinition.PROPAGATION_NESTED), numbers, "order 7");
            assertThat(numbers.next(INVOICES, "order 7")).isEqualTo(1);
        });
        assertThat(invoices.confirmed()).containsExactly(1L);
        assertThat(invoices.pending()).isEmpty();
    }

    private Long deliver(TransactionNumbers numbers, String document) {
        return transaction.execute(status -> numbers.next(INVOICES, document));
    }

    /** As where the database refuses the row. */
    private static void rollBack(TransactionTemplate transaction, TransactionNumbers numbers, String document) {
        transaction.executeWithoutResult(status -> {
            numbers.next(INVOICES, document);
            status.setRollbackOnly();
        });
    }

    @Test
    void outsideOfATransactionItIsRefused() {
        assertThatThrownBy(() -> numbers.next(INVOICES))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "the thread must have a transaction, which the number goes with: call it from a method with @Transactional, not a reactive one: sequence=invoices");
        assertThat(invoices.pending()).isEmpty();
    }

    @Test
    void afterTheCommitItIsRefused() {
        transaction.executeWithoutResult(status -> {
            numbers.next(INVOICES);
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    assertThatThrownBy(() -> numbers.next(INVOICES))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessage(
                                    "the transaction must not be over: begin a new one for later work: sequence=invoices");
                }
            });
        });
        assertThat(invoices.confirmed()).containsExactly(1L);
    }

    @Test
    void theEndOfANestedTransactionIsNoCommit() {
        new CommitWatch().postProcessBeforeInitialization(manager, "transactionManager");
        transaction.executeWithoutResult(status -> {
            numbers.next(INVOICES);
            transaction(TransactionDefinition.PROPAGATION_NESTED)
                    .executeWithoutResult(nested -> numbers.next(INVOICES));
            status.setRollbackOnly();
        });
        assertThat(invoices.pending()).isEmpty();
        assertThat(settlement.counts().count(Outcome.CANCELLED)).isEqualTo(2);
    }

    @Test
    void afterTheCommitOfATransactionWithoutNumbersItIsRefused() {
        new CommitWatch().postProcessBeforeInitialization(manager, "transactionManager");
        transaction.executeWithoutResult(status ->
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        assertThatThrownBy(() -> numbers.next(INVOICES))
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessageStartingWith("the transaction must not be over");
                    }
                }));
        assertThat(invoices.confirmed()).isEmpty();
    }

    @Test
    void aSequenceWithGapsIsRefused() {
        FakeNumberSequence ordered = new FakeNumberSequence("ordered", SequenceMode.ORDERED, new NumberRange(1, 1000));
        TransactionNumbers ofOrdered = new ThreadTransactionNumbers(name -> ordered, settlement);
        assertThatThrownBy(() -> transaction.execute(status -> ofOrdered.next("ordered")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "the sequence must be gapless, or its numbers cannot be given back; ask NumberSequences for those of another mode: sequence=ordered");
    }

    @ParameterizedTest
    @MethodSource
    void aCommitWithoutAnAnswerSettlesNothing(RuntimeException failure) {
        TransactionTemplate unanswered = new TransactionTemplate(new Unanswered(failure));
        assertThatThrownBy(() -> unanswered.executeWithoutResult(status -> numbers.next(INVOICES)))
                .isSameAs(failure);
        assertThat(invoices.pending()).containsExactly(1L);
        assertThat(settlement.counts().count(Outcome.UNKNOWN)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("aCommitWithoutAnAnswerSettlesNothing")
    void norDoesItANumberThatIsFirstAskedForWhenTheCommitIsDue(RuntimeException failure) {
        assertNotGivenBack(
                unanswered(failure),
                failure,
                () -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void beforeCommit(boolean readOnly) {
                        numbers.next(INVOICES);
                    }
                }));
    }

    @ParameterizedTest
    @MethodSource("aCommitWithoutAnAnswerSettlesNothing")
    void norDoesItANumberThatIsFirstAskedForByTheCommit(RuntimeException failure) {
        Unanswered manager = unanswered(failure);
        manager.first = () -> numbers.next(INVOICES);
        assertNotGivenBack(manager, failure, () -> {});
    }

    @Test
    void theTransactionManagersOfAnApplicationAreWatched() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SnowkeeperAutoConfiguration.class, TransactionNumbersAutoConfiguration.class))
                .withBean(FakeIds.class, () -> new FakeIds())
                .withBean(NumberSequences.class, () -> name -> invoices)
                .withBean(DataSourceTransactionManager.class, () -> manager)
                .run(context -> assertThat(manager.getTransactionExecutionListeners())
                        .singleElement()
                        .isInstanceOf(CommitWatch.class));
    }

    private static Unanswered unanswered(RuntimeException failure) {
        Unanswered manager = new Unanswered(failure);
        new CommitWatch().postProcessBeforeInitialization(manager, "transactionManager");
        return manager;
    }

    private void assertNotGivenBack(Unanswered manager, RuntimeException failure, Runnable work) {
        TransactionTemplate unanswered = new TransactionTemplate(manager);
        assertThatThrownBy(() -> unanswered.executeWithoutResult(status -> work.run()))
                .isSameAs(failure);
        assertThat(invoices.pending()).containsExactly(1L);
        assertThat(settlement.counts().count(Outcome.UNKNOWN)).isEqualTo(1);
    }

    @Test
    void aNumberThatIsFirstAskedForWhenTheCommitIsDueComesBackIfThatIsRefused() {
        new CommitWatch().postProcessBeforeInitialization(manager, "transactionManager");
        assertThatThrownBy(() -> transaction.executeWithoutResult(status ->
                        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                            @Override
                            public void beforeCommit(boolean readOnly) {
                                numbers.next(INVOICES);
                                throw new IllegalArgumentException("the application fails");
                            }
                        })))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(invoices.pending()).isEmpty();
        assertThat(settlement.counts().count(Outcome.CANCELLED)).isEqualTo(1);
    }

    /** Spring reports the second as rolled back. */
    static List<RuntimeException> aCommitWithoutAnAnswerSettlesNothing() {
        return List.of(
                new TransactionSystemException("no answer"), new DataAccessResourceFailureException("no answer"));
    }

    /** A transaction manager whose commits fail on the way. */
    private static final class Unanswered extends AbstractPlatformTransactionManager {

        private static final long serialVersionUID = 1L;

        private final RuntimeException failure;
        private Runnable first = () -> {};

        Unanswered(RuntimeException failure) {
            this.failure = failure;
        }

        @Override
        protected Object doGetTransaction() {
            return new Object();
        }

        @Override
        protected void doBegin(Object begun, TransactionDefinition definition) {}

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
            first.run();
            throw failure;
        }

        @Override
        protected void doRollback(DefaultTransactionStatus status) {}
    }
}
