package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The highest sequence, since the start and since it was taken last. */
class SnowflakeHighestSequenceTest {

    private static final long T = Instant.parse("2026-03-01T12:00:00Z").toEpochMilli();

    private final ManualTime time = new ManualTime(T);
    private final SnowflakeGenerator generator =
            SnowflakeGenerator.builder(Layout.DEFAULT, 7).clock(time).build();

    @Test
    void isNoneBeforeTheFirstId() {
        assertThat(generator.takeHighestSequence()).isZero();
    }

    @Test
    void isThatOfAPastTickAndOfThePresentOne() {
        issue(10);
        time.set(T + 1);
        issue(3);
        assertThat(generator.takeHighestSequence()).isEqualTo(9);

        time.set(T + 2);
        issue(5);
        assertThat(generator.takeHighestSequence()).isEqualTo(4);
    }

    @Test
    void whatWasTakenDoesNotCountAgainHoweverLongNothingIsIssued() {
        issue(4096);
        generator.takeHighestSequence();
        assertThat(generator.takeHighestSequence()).isZero();

        time.set(T + 3_600_000);
        issue(2);
        time.set(T + 3_600_001);
        issue(1);

        assertThat(generator.takeHighestSequence()).isEqualTo(1);
    }

    @Test
    void laterIdsOfATickThatWasLookedAtCount() {
        issue(5);
        generator.takeHighestSequence();
        issue(2);

        assertThat(generator.takeHighestSequence()).isEqualTo(6);
    }

    @Test
    void theHighestSinceTheStartStays() {
        issue(100);
        generator.takeHighestSequence();
        time.set(T + 1);
        issue(3);
        generator.takeHighestSequence();

        assertThat(generator.highestSequence()).isEqualTo(99);
        generator.close();
        assertThat(generator.highestSequence()).isEqualTo(99);
    }

    /** The state before the first id counts as used up to the highest sequence, and none of that was issued. */
    @Test
    void whatAThreadReadBeforeTheStateWasTakenDoesNotCount() {
        AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
        SnowflakeGenerator slow = SnowflakeGenerator.builder(Layout.DEFAULT, 7)
                .clock(time)
                .firstSequence(FirstSequence.randomBelow(2, bound -> {
                    meanwhile.getAndSet(() -> {}).run();
                    return 0;
                }))
                .build();
        meanwhile.set(() -> {
            slow.next();
            slow.takeHighestSequence();
        });

        slow.next();

        assertThat(slow.takeHighestSequence()).isEqualTo(1);
        assertThat(slow.highestSequence()).isEqualTo(1);
    }

    @Test
    void theHighestSinceTheStartNeverGoesDownWhileItIsTaken() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong seen = new AtomicLong();
        SnowflakeGenerator live = SnowflakeGenerator.builder(Layout.DEFAULT, 7)
                .clock(MillisClock.monotonic())
                .build();
        Thread caller = new Thread(() -> {
            while (!done.get()) {
                live.next();
            }
        });
        Thread taker = new Thread(() -> {
            while (!done.get()) {
                seen.accumulateAndGet(live.takeHighestSequence(), Math::max);
            }
        });
        caller.start();
        taker.start();
        long last = 0;
        for (int i = 0; i < 20_000; i++) {
            long highest = live.highestSequence();
            assertThat(highest).isGreaterThanOrEqualTo(last);
            last = highest;
        }
        done.set(true);
        caller.join();
        taker.join();
        seen.accumulateAndGet(live.takeHighestSequence(), Math::max);

        assertThat(seen.get()).isEqualTo(live.highestSequence());
    }

    private void issue(int count) {
        generator.next(new long[count], 0, count);
    }
}
