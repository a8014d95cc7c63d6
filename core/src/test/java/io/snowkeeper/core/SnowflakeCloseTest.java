package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class SnowflakeCloseTest {

    private static final long T = Instant.parse("2026-03-01T12:00:00Z").toEpochMilli();

    private final ManualTime time = new ManualTime(T);
    private final SnowflakeGenerator generator =
            SnowflakeGenerator.builder(Layout.DEFAULT, 7).clock(time).build();

    @Test
    void issuesNothingAfterwards() {
        generator.close();

        assertThatExceptionOfType(GeneratorClosedException.class)
                .isThrownBy(generator::next)
                .withMessage("generator is closed: workerId=7");
    }

    @Test
    void issuesNoBatchAfterwards() {
        generator.close();

        assertThatExceptionOfType(GeneratorClosedException.class)
                .isThrownBy(() -> generator.next(new long[1], 0, 1))
                .withMessage("generator is closed: workerId=7");
    }

    @Test
    void tellsTheLastMillisecondIssued() {
        generator.next();
        time.set(T + 3);
        generator.next();

        assertThat(generator.close()).isEqualTo(T + 3);
        assertThat(generator.lastMillis()).isEqualTo(T + 3);
    }

    @Test
    void tellsTheSameWhenClosedAgain() {
        generator.next();
        generator.close();
        time.set(T + 3);

        assertThat(generator.close()).isEqualTo(T);
    }

    @Test
    void keepsTheHighestSequence() {
        generator.next(new long[3], 0, 3);
        generator.close();

        assertThat(generator.highestSequence()).isEqualTo(2);
    }

    @Test
    void leavesAFloorFromWhichASuccessorGoesOn() {
        long last = generator.next();
        SnowflakeGenerator successor = SnowflakeGenerator.builder(Layout.DEFAULT, 7)
                .clock(time)
                .floorMillis(generator.close())
                .build();
        time.set(T + 1);

        assertThat(successor.next()).isGreaterThan(last);
    }

    @RepeatedTest(20)
    void tellsATimeThatNoIdIssuedMeanwhileExceeds() throws Exception {
        AtomicLong reading = new AtomicLong(T);
        SnowflakeGenerator contended = SnowflakeGenerator.builder(Layout.DEFAULT, 7)
                .clock(reading::getAndIncrement)
                .build();
        int threads = 4;
        CountDownLatch issuing = new CountDownLatch(threads);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        List<Future<Long>> highest = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            highest.add(executor.submit(() -> issueUntilClosed(contended, issuing)));
        }
        issuing.await();

        long lastMillis = contended.close();

        for (Future<Long> id : highest) {
            assertThat(Layout.DEFAULT.decompose(id.get()).time().toEpochMilli()).isLessThanOrEqualTo(lastMillis);
        }
        executor.shutdown();
    }

    private static long issueUntilClosed(SnowflakeGenerator generator, CountDownLatch issuing) {
        long last = generator.next();
        issuing.countDown();
        try {
            while (true) {
                last = generator.next();
            }
        } catch (GeneratorClosedException closed) {
            return last;
        }
    }
}
