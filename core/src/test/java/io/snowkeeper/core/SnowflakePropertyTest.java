package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.RepeatedTest;

/**
 * The properties that hold for any layout, clock and number of threads. A failure names its seed; the system property
 * {@code seed} runs it again.
 */
class SnowflakePropertyTest {

    private static final int IDS_PER_THREAD = 500;

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Layout layout = randomLayout();
    private final long start = layout.epochMillis() + 1_000_000;

    @RepeatedTest(50)
    void putsTogetherWhatItTakesApart() {
        long timestamp = random.nextLong(bounded(layout.maxTimestamp()));
        long workerId = random.nextLong(bounded(layout.maxWorkerId()));
        long sequence = random.nextLong(bounded(layout.maxSequence()));

        long id = layout.compose(timestamp, workerId, sequence);

        assertThat(List.of(layout.timestampOf(id), layout.workerIdOf(id), layout.sequenceOf(id)))
                .as(description())
                .containsExactly(timestamp, workerId, sequence);
    }

    /** A clock that stands still, goes on, leaps, and steps back, between calls of one thread. */
    @RepeatedTest(50)
    void increasesOrRefusesWhateverTheClockDoes() {
        AtomicLong clock = new AtomicLong(start);
        long workerId = random.nextLong(bounded(layout.maxWorkerId()));
        Reservation reservation = new Reservation(start - 1, start + 2_000);
        SnowflakeGenerator generator = SnowflakeGenerator.builder(layout, workerId)
                .clock(clock::get)
                .nanoTime(steppingBy(Duration.ofMillis(700)))
                .reservation(reservation)
                .build();

        long last = -1;
        for (int i = 0; i < 1_000; i++) {
            clock.addAndGet(random.nextInt(-3, 10) * (long) random.nextInt(4));
            IdRun run = tryRun(generator, 1 + random.nextInt(20));
            if (!run.isEmpty()) {
                assertThat(run.first()).as(description()).isGreaterThan(last);
                assertThat(layout.workerIdOf(run.last())).as(description()).isEqualTo(workerId);
                assertThat(layout.millisOf(layout.timestampOf(run.last())))
                        .as(description())
                        .isBetween(start - layout.tick().millis() + 1, reservation.limitMillis())
                        .isGreaterThan(clock.get() - layout.tick().millis())
                        .isLessThanOrEqualTo(clock.get());
                last = run.last();
            }
        }
    }

    /** Threads that take single ids, batches and runs, while the clock goes on by a step each few readings. */
    @RepeatedTest(20)
    void neverRepeatsOverThreads() throws Exception {
        int readingsPerMilli = 1 + random.nextInt(40);
        AtomicLong readings = new AtomicLong(start * readingsPerMilli);
        SnowflakeGenerator generator = SnowflakeGenerator.builder(layout, 0)
                .clock(() -> readings.getAndIncrement() / readingsPerMilli)
                .waitStrategy(random.nextBoolean() ? WaitStrategy.SPIN : WaitStrategy.PARK)
                .firstSequence(FirstSequence.randomBelow((int) Math.min(16, layout.maxSequence() + 1)))
                .build();
        int threads = 1 + random.nextInt(8);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        List<Future<long[]>> taken = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            SplittableRandom own = random.split();
            taken.add(executor.submit(() -> take(generator, own)));
        }

        List<Long> ids = new ArrayList<>();
        for (Future<long[]> future : taken) {
            long[] own = future.get();
            assertThat(own).as(description()).isSorted();
            ids.addAll(Arrays.stream(own).boxed().toList());
        }
        executor.shutdown();
        Collections.sort(ids);

        assertThat(ids.stream().distinct().count()).as(description()).isEqualTo((long) threads * IDS_PER_THREAD);
        assertThat(layout.millisOf(layout.timestampOf(ids.get(ids.size() - 1))))
                .as(description())
                .isEqualTo(generator.close());
    }

    private static long[] take(SnowflakeGenerator generator, SplittableRandom random) {
        long[] ids = new long[IDS_PER_THREAD];
        int taken = 0;
        while (taken < ids.length) {
            int wanted = Math.min(1 + random.nextInt(30), ids.length - taken);
            switch (random.nextInt(3)) {
                case 0 -> ids[taken++] = generator.next();
                case 1 -> {
                    generator.next(ids, taken, wanted);
                    taken += wanted;
                }
                default -> {
                    IdRun run = generator.nextRun(wanted);
                    for (int i = 0; i < run.count(); i++) {
                        ids[taken++] = run.first() + i;
                    }
                }
            }
        }
        return ids;
    }

    private static IdRun tryRun(SnowflakeGenerator generator, int maxCount) {
        try {
            return generator.tryNextRun(maxCount);
        } catch (ClockMovedBackwardsException | ReservationExhaustedException refused) {
            return IdRun.EMPTY;
        }
    }

    private static LongSupplier steppingBy(Duration step) {
        AtomicLong nanos = new AtomicLong();
        return () -> nanos.getAndAdd(step.toNanos());
    }

    private Layout randomLayout() {
        int sequenceBits = random.nextInt(23);
        int workerBits = random.nextInt(63 - 41 - sequenceBits + 1);
        int timestampBits = 63 - sequenceBits - workerBits;
        Tick tick = random.nextInt(4) == 0 ? Tick.SECOND : Tick.MILLISECOND;
        // The clocks here go on by milliseconds: of seconds, there would be too few without a wide sequence.
        return tick == Tick.SECOND
                ? new Layout(random.nextLong(2_000_000_000_000L), tick, 41, 0, 22)
                : new Layout(random.nextLong(2_000_000_000_000L), tick, timestampBits, workerBits, sequenceBits);
    }

    private static long bounded(long max) {
        return Math.min(max, Long.MAX_VALUE - 1) + 1;
    }

    private String description() {
        return "seed=%d, layout=%s".formatted(seed, layout);
    }
}
