package io.snowkeeper.core.sortable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.core.ClockMovedBackwardsException;
import io.snowkeeper.core.GeneratorClosedException;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.ReservationExhaustedException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A generator on a sequencer of the caller's own. */
class OwnSequencerTest {

    private static final long T = 1_772_366_400_000L;

    /** 256 counters a millisecond. */
    private static final SortableLayout LAYOUT = new SortableLayout(SortableUnit.MILLISECOND, 8, 1, 7);

    private final Scripted scripted = new Scripted();
    private final SortableGenerator generator = new SortableGenerator(LAYOUT, 7, scripted);

    /** Returns the values that a test sets. */
    private static final class Scripted implements Sequencer {

        private final Queue<TimedCount> answers = new ArrayDeque<>();

        Scripted answer(long time, long counter) {
            answers.add(new TimedCount(time, counter));
            return this;
        }

        @Override
        public long max() {
            return 99;
        }

        @Override
        public long maxTime() {
            return LAYOUT.maxTime();
        }

        @Override
        public TimedCount next() {
            return answers.remove();
        }
    }

    /** Knows nothing of threads: a generator asks for one answer at a time. */
    private static class Plain implements Sequencer {

        private long time = T;
        private long counter = -1;

        @Override
        public long max() {
            return 255;
        }

        @Override
        public long maxTime() {
            return LAYOUT.maxTime();
        }

        @Override
        public TimedCount next() {
            counter++;
            if (counter > 255) {
                time++;
                counter = 0;
            }
            return new TimedCount(time, counter);
        }
    }

    @Test
    void issuesWhatTheSequencerCounts() {
        scripted.answer(T, 3).answer(T, 5).answer(T + 9, 0);

        assertThat(generator.next()).isEqualTo(LAYOUT.compose(T, 3, 7));
        assertThat(generator.next()).isEqualTo(LAYOUT.compose(T, 5, 7));
        assertThat(generator.next()).isEqualTo(LAYOUT.compose(T + 9, 0, 7));
    }

    @Test
    void writesThemIntoAnArray() {
        scripted.answer(T, 3).answer(T, 5).answer(T + 9, 0);
        byte[] target = new byte[50];

        generator.next(target, 1);
        generator.next(target, 17, 2);

        assertThat(SortableId.fromBytes(target, 1)).isEqualTo(LAYOUT.compose(T, 3, 7));
        assertThat(SortableId.fromBytes(target, 17)).isEqualTo(LAYOUT.compose(T, 5, 7));
        assertThat(SortableId.fromBytes(target, 33)).isEqualTo(LAYOUT.compose(T + 9, 0, 7));
    }

    @Test
    void givesRunsOfOne() {
        scripted.answer(T, 3);

        assertThat(generator.nextRun(100)).isEqualTo(new SortableIdRun(LAYOUT, T, 3, 7, 1));
    }

    @Test
    void asksASequencerThatNeverWaitsForItsNextCount() {
        scripted.answer(T, 3).answer(T, 3);

        assertThat(generator.tryNextRun(100)).contains(new SortableIdRun(LAYOUT, T, 3, 7, 1));
        assertThatExceptionOfType(SequencerRefusedException.class).isThrownBy(() -> generator.tryNextRun(100));
    }

    @Test
    void passesOnThatATimeHasToComeFirst() {
        SortableGenerator used = new SortableGenerator(LAYOUT, 7, new Plain() {
            @Override
            public Optional<TimedCount> tryNext() {
                return Optional.empty();
            }
        });

        assertThat(used.tryNextRun(1)).isEmpty();
        assertThat(used.next()).isEqualTo(LAYOUT.compose(T, 0, 7));
    }

    @ParameterizedTest
    @CsvSource({"0,5", "0,4", "-1,6"})
    void refusesASequencerThatDoesNotReturnMore(long later, long counter) {
        scripted.answer(T, 5).answer(T + later, counter);
        generator.next();

        assertThatExceptionOfType(SequencerRefusedException.class)
                .isThrownBy(generator::next)
                .withMessage(
                        "sequencer must return more than before: it returned time %d, counter %d "
                                + "after time 1772366400000, counter 5",
                        T + later, counter);
    }

    @Test
    void goesOnAfterARefusal() {
        scripted.answer(T, 5).answer(T, 5).answer(T, 6);
        generator.next();
        assertThatExceptionOfType(SequencerRefusedException.class).isThrownBy(generator::next);

        assertThat(generator.next()).isEqualTo(LAYOUT.compose(T, 6, 7));
    }

    @Test
    void refusesASequencerThatAsksItsOwnGenerator() {
        AtomicReference<SortableGenerator> own = new AtomicReference<>();
        SortableGenerator recursive = new SortableGenerator(LAYOUT, 7, new Plain() {
            private boolean within;

            @Override
            public TimedCount next() {
                TimedCount drawn = super.next();
                if (!within) {
                    within = true;
                    own.get().next();
                }
                return drawn;
            }
        });
        own.set(recursive);

        assertThatExceptionOfType(SequencerRefusedException.class)
                .isThrownBy(recursive::next)
                .withMessage("sequencer must not ask its own generator");
    }

    @Test
    void comparesTimesAsUnsignedNumbers() {
        scripted.answer(Long.MAX_VALUE, 0)
                .answer(Long.MIN_VALUE, 0)
                .answer(-1, 0)
                .answer(0, 0);

        assertThat(List.of(generator.next(), generator.next(), generator.next()))
                .isSorted();
        assertThatExceptionOfType(SequencerRefusedException.class)
                .isThrownBy(generator::next)
                .withMessage("sequencer must return more than before: it returned time 0, counter 0 "
                        + "after time 18446744073709551615, counter 0");
    }

    @Test
    void refusesACounterAboveTheSequencersOwnHighest() {
        scripted.answer(T, 100);

        assertThatExceptionOfType(SequencerRefusedException.class)
                .isThrownBy(generator::next)
                .withMessage("sequencer must return time <= 18446744073709551615 && counter <= 99: "
                        + "it returned time 1772366400000, counter 100");
    }

    @Test
    void throwsWhatTheSequencerThrows() {
        assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(generator::next);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "7; 1; 8; must be >= 0 && <= 72057594037927935: sequencer.maxTime()=-1",
                "9; 0; 7; must be >= 0 && <= 0: sequencer.max()=255"
            })
    void refusesASequencerThatCountsFurtherThanTheLayout(
            int timeBytes, int counterBytes, int nodeBytes, String message) {
        SortableLayout layout = new SortableLayout(SortableUnit.MILLISECOND, timeBytes, counterBytes, nodeBytes);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SortableGenerator(layout, 7, new Plain()))
                .withMessage(message);
    }

    @Test
    void refusesANodeThatDoesNotFit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SortableGenerator(LAYOUT, 1L << 56, scripted))
                .withMessage("must be >= 0 && <= 72057594037927935: node=72057594037927936");
    }

    @Test
    void keepsToTheReservation() {
        Reservation reservation = new Reservation(T, T + 10);
        SortableGenerator leased = new SortableGenerator(LAYOUT, 7, scripted, reservation);
        scripted.answer(T, 9)
                .answer(T + 1, 0)
                .answer(T + 10, 0)
                .answer(T + 11, 0)
                .answer(T + 11, 0);

        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(leased::next);
        assertThat(leased.next()).isEqualTo(LAYOUT.compose(T + 1, 0, 7));
        assertThat(leased.next()).isEqualTo(LAYOUT.compose(T + 10, 0, 7));
        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(leased::next);
        reservation.revoke();
        assertThatExceptionOfType(ReservationExhaustedException.class)
                .isThrownBy(leased::next)
                .withMessage("reservation is revoked: the worker id belongs to someone else");
    }

    @Test
    void tellsItsLastMillisecond() {
        SortableGenerator leased = new SortableGenerator(LAYOUT, 7, scripted, new Reservation(T, T + 10));
        assertThat(leased.lastMillis()).isEqualTo(T);
        scripted.answer(T + 3, 0);
        leased.next();

        assertThat(leased.lastMillis()).isEqualTo(T + 3);
        assertThat(leased.close()).isEqualTo(T + 3);
    }

    @Test
    void issuesNothingOnceClosed() {
        assertThat(generator.refusal()).isEmpty();
        generator.close();
        scripted.answer(T, 0);
        assertThat(generator.refusal()).get().isInstanceOf(GeneratorClosedException.class);

        assertThatExceptionOfType(GeneratorClosedException.class)
                .isThrownBy(generator::next)
                .withMessage("generator is closed: layout=8+1+7");
    }

    @Test
    void closesWhileTheSequencerHangsAndIssuesNothingOfWhatItReturnsThen() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        SortableGenerator hanging = new SortableGenerator(LAYOUT, 7, new Plain() {
            @Override
            public TimedCount next() {
                asked.countDown();
                try {
                    answer.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return super.next();
            }
        });
        ExecutorService executor = Executors.newSingleThreadExecutor();
        Future<SortableId> id = executor.submit(() -> hanging.next());
        asked.await();
        // A caller that does not want to wait does not wait for that one either.
        assertThat(hanging.tryNextRun(1)).isEmpty();

        hanging.close();
        assertThatExceptionOfType(GeneratorClosedException.class).isThrownBy(() -> hanging.tryNextRun(1));
        answer.countDown();

        assertThat(id)
                .failsWithin(Duration.ofMinutes(1))
                .withThrowableThat()
                .withCauseInstanceOf(GeneratorClosedException.class);
        executor.shutdown();
    }

    @Test
    void issuesDistinctIncreasingIdsToManyThreadsWhateverTheSequencerKnowsOfThem() throws Exception {
        SortableGenerator shared = new SortableGenerator(LAYOUT, 7, new Plain());
        ExecutorService executor = Executors.newFixedThreadPool(16);
        Callable<List<SortableId>> task = () -> {
            List<SortableId> ids = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                ids.add(shared.next());
            }
            return ids;
        };
        Set<SortableId> distinct = new HashSet<>();

        for (Future<List<SortableId>> ids : executor.invokeAll(Collections.nCopies(16, task))) {
            assertThat(ids.get()).isSorted();
            distinct.addAll(ids.get());
        }

        assertThat(distinct).hasSize(32_000);
        executor.shutdown();
    }
}
