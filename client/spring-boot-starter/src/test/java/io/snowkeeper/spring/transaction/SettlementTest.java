package io.snowkeeper.spring.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.spring.transaction.SettlementCounts.Outcome;
import io.snowkeeper.test.FakeNumberSequence;
import io.snowkeeper.testkit.log.LogCapture;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettlementTest {

    private final FakeNumberSequence invoices =
            new FakeNumberSequence("invoices", SequenceMode.GAPLESS, new NumberRange(1, 1000));
    private final AtomicLong nanoTime = new AtomicLong();
    private volatile long ticksAtEachLook;
    private final AtomicInteger settled = new AtomicInteger();
    private Settlement settlement = settlement(Duration.ofMillis(1));

    private Settlement settlement(Duration firstRest) {
        return new Settlement(
                name -> invoices,
                new ScheduledThreadPoolExecutor(1),
                () -> nanoTime.getAndAdd(ticksAtEachLook),
                firstRest,
                Duration.ofMinutes(10));
    }

    private ReservedNumber reserve() {
        return reserved(null, invoices.next(1));
    }

    private static ReservedNumber reserved(@Nullable String key, SequenceNumbers numbers) {
        return new ReservedNumber(
                "invoices", key, numbers.first(), numbers.reservation().orElseThrow(), numbers.firstText());
    }

    @AfterEach
    void close() {
        settlement.close();
    }

    @Test
    void aConfirmationThatCannotBeHadIsAskedForAgain() {
        ReservedNumber number = reserve();
        for (int i = 0; i < 3; i++) {
            invoices.faults().unavailable(UnavailableReason.ZOOKEEPER_AWAY);
        }
        settlement.confirm(number, settled::incrementAndGet);
        await().until(() -> settled.get() == 1);
        assertThat(invoices.confirmed()).containsExactly(1L);
        assertThat(settlement.counts().count(Outcome.CONFIRMED)).isEqualTo(1);
        assertThat(settlement.counts().waiting()).isZero();
    }

    @Test
    void oneThatCameTooLateIsLoud() {
        ReservedNumber number = reserve();
        invoices.cancel(number.reservation());
        try (LogCapture log = LogCapture.of(Settlement.class.getName())) {
            settlement.confirm(number, settled::incrementAndGet);
            assertThat(log.linesFrom(Level.ERROR))
                    .containsExactly(
                            "COMMITTED, AND NO LONGER ITS OWNER'S: another caller may get the number; change it where it was written: number 1 of sequence invoices, reservation fake-0: io.snowkeeper.core.api.RefusedException: refused by the fake with error 22: reservation cannot be confirmed, it was cancelled before, and its numbers were put back: sequence=invoices, reservation=fake-0");
        }
        assertThat(settlement.counts().count(Outcome.LOST)).isEqualTo(1);
        assertThat(settled).hasValue(1);
    }

    /** By a node that has a defect, or no sequences: the number is still its owner's. */
    @ParameterizedTest
    @ValueSource(ints = {13, 10})
    void oneThatANodeRefusesForItselfIsAskedForAgain(int code) {
        ReservedNumber number = reserve();
        invoices.faults().refused(code, "not by this node");
        settlement.confirm(number, settled::incrementAndGet);
        await().until(() -> settled.get() == 1);

        assertThat(invoices.confirmed()).containsExactly(1L);
        assertThat(settlement.counts().count(Outcome.CONFIRMED)).isEqualTo(1);
        assertThat(settlement.counts().count(Outcome.LOST)).isZero();
    }

    /** The code is that of a number that is settled otherwise. */
    @Test
    void oneThatTheCallerMayNotConfirmIsNotLost() {
        ReservedNumber number = reserve();
        invoices.faults().refused(22, "this request needs confirm:invoices");
        settlement.confirm(number, settled::incrementAndGet);
        await().until(() -> settled.get() == 1);

        assertThat(settlement.counts().count(Outcome.UNCONFIRMED)).isEqualTo(1);
        assertThat(settlement.counts().count(Outcome.LOST)).isZero();
    }

    @Test
    void oneIsGivenUpAfterItsTime() {
        ReservedNumber number = reserve();
        ticksAtEachLook = Duration.ofMinutes(5).toNanos();
        for (int i = 0; i < 4; i++) {
            invoices.faults().unavailable(UnavailableReason.ZOOKEEPER_AWAY);
        }
        try (LogCapture log = LogCapture.of(Settlement.class.getName())) {
            settlement.confirm(number, settled::incrementAndGet);
            await().until(() -> settled.get() == 1);
            assertThat(log.linesFrom(Level.ERROR))
                    .containsExactly(
                            "committed, and not confirmed: confirm it, if the sequence returns numbers before its time is up, or another caller gets it: number 1 of sequence invoices, reservation fake-0: io.snowkeeper.core.api.UnavailableException: no answer: the test wants none");
        }
        assertThat(settlement.counts().count(Outcome.UNCONFIRMED)).isEqualTo(1);
        assertThat(invoices.pending()).containsExactly(1L);
    }

    @Test
    void whatIsLeftAtTheEndIsAskedForOnceMore() {
        settlement.close();
        settlement = settlement(Duration.ofMinutes(1));
        ReservedNumber number = reserve();
        invoices.faults().unavailable(UnavailableReason.ZOOKEEPER_AWAY);
        settlement.confirm(number, settled::incrementAndGet);
        assertThat(settlement.counts().waiting()).isEqualTo(1);
        assertThat(settled).hasValue(0);

        settlement.close();

        assertThat(invoices.confirmed()).containsExactly(1L);
        assertThat(settled).hasValue(1);
        assertThat(settlement.counts().waiting()).isZero();
    }

    @Test
    void theEndWaitsForNoMoreThanOneThatCannotBeHad() {
        settlement.close();
        settlement = settlement(Duration.ofMinutes(1));
        for (int i = 0; i < 3; i++) {
            ReservedNumber number = reserve();
            invoices.faults().unavailable(UnavailableReason.ZOOKEEPER_AWAY);
            settlement.confirm(number, settled::incrementAndGet);
        }
        invoices.faults().unavailable(UnavailableReason.ZOOKEEPER_AWAY);

        settlement.close();

        assertThat(invoices.confirmed()).isEmpty();
        assertThat(settlement.counts().count(Outcome.UNCONFIRMED)).isEqualTo(3);
        assertThat(settled).hasValue(3);
    }

    @Test
    void aNumberWithAKeyIsNotGivenBackAndTheLogNamesIt() {
        ReservedNumber number = reserved("order-7", invoices.next(1, "order-7"));
        try (LogCapture log = LogCapture.of(Settlement.class.getName())) {
            settlement.cancel(number);
            assertThat(log.linesFrom(Level.INFO))
                    .containsExactly(
                            "rolled back, and not given back: its key gets it again: number 1 of sequence invoices, reservation fake-0, key order-7");
        }
        assertThat(invoices.pending()).containsExactly(1L);
        assertThat(settlement.counts().count(Outcome.LEFT_PENDING)).isEqualTo(1);
    }

    @Test
    void aNumberThatCannotBeGivenBackComesBackByItself() {
        ReservedNumber number = reserve();
        invoices.faults().unavailable(UnavailableReason.ZOOKEEPER_AWAY);
        settlement.cancel(number);
        assertThat(settlement.counts().count(Outcome.LEFT_PENDING)).isEqualTo(1);
        assertThat(invoices.pending()).containsExactly(1L);
    }
}
