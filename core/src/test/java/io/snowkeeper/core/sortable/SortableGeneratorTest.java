package io.snowkeeper.core.sortable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.core.GeneratorClosedException;
import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.Reservation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SortableGeneratorTest {

    private static final long T = 1_772_366_400_000L;
    private static final int THREADS = 100;
    private static final int IDS_PER_THREAD = 1_000;

    /** 256 counters a millisecond. */
    private static final SortableLayout NARROW = new SortableLayout(SortableUnit.MILLISECOND, 11, 1, 4);

    private final ManualMonotonicTime time = new ManualMonotonicTime(T);
    private final SortableGenerator generator =
            new SortableGenerator(SortableLayout.MILLISECOND, 7, time.clock(), Reservation.unlimited());

    @Test
    void issuesTimeCounterAndNode() {
        generator.next();

        assertThat(generator.next()).isEqualTo(SortableLayout.MILLISECOND.compose(T, 1, 7));
    }

    @Test
    void writesAnIdIntoAnArray() {
        byte[] target = new byte[20];
        Arrays.fill(target, (byte) 9);

        generator.next(target, 2);

        assertThat(SortableId.fromBytes(target, 2)).isEqualTo(SortableLayout.MILLISECOND.compose(T, 0, 7));
        assertThat(Arrays.copyOfRange(target, 0, 2)).containsOnly(9);
        assertThat(Arrays.copyOfRange(target, 18, 20)).containsOnly(9);
    }

    @Test
    void writesManyIdsIntoAnArray() {
        byte[] target = new byte[16 * 3 + 2];

        generator.next(target, 1, 3);

        for (int i = 0; i < 3; i++) {
            assertThat(SortableId.fromBytes(target, 1 + 16 * i)).isEqualTo(SortableLayout.MILLISECOND.compose(T, i, 7));
        }
        assertThat(target[0]).isZero();
        assertThat(target[49]).isZero();
    }

    @Test
    void goesOnInTheNextTickWhenABatchUsesOneUp() {
        SortableGenerator narrow = new SortableGenerator(NARROW, 7, time.clock(), Reservation.unlimited());
        time.advancingPerRead(100_000);
        byte[] target = new byte[16 * 300];

        narrow.next(target, 0, 300);

        List<SortableId> ids = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            ids.add(SortableId.fromBytes(target, 16 * i));
        }
        assertThat(ids).doesNotHaveDuplicates().isSorted();
        assertThat(NARROW.counterOf(ids.get(255))).isEqualTo(255);
        assertThat(NARROW.counterOf(ids.get(256))).isZero();
        assertThat(NARROW.timeOf(ids.get(256))).isEqualTo(NARROW.timeOf(ids.get(255)) + 1);
    }

    @Test
    void givesARunUpToTheEndOfATick() {
        SortableGenerator narrow = new SortableGenerator(NARROW, 7, time.clock(), Reservation.unlimited());
        narrow.nextRun(200);

        SortableIdRun run = narrow.nextRun(100);

        assertThat(run).isEqualTo(new SortableIdRun(NARROW, NARROW.timeOf(run.get(0)), 200, 7, 56));
        assertThat(run.get(0)).isEqualTo(NARROW.compose(run.time(), 200, 7));
        assertThat(run.get(55)).isEqualTo(NARROW.compose(run.time(), 255, 7));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> run.get(56));
    }

    @Test
    void givesNoRunBeforeTheNextTickToWhoDoesNotWait() {
        SortableGenerator narrow = new SortableGenerator(NARROW, 7, time.clock(), Reservation.unlimited());
        SortableIdRun first = narrow.tryNextRun(200).orElseThrow();

        assertThat(narrow.tryNextRun(100)).contains(new SortableIdRun(NARROW, first.time(), 200, 7, 56));
        assertThat(narrow.tryNextRun(100)).isEmpty();
        time.elapse(1_000_000);
        assertThat(narrow.tryNextRun(100)).contains(new SortableIdRun(NARROW, first.time() + 1, 0, 7, 100));
    }

    @Test
    void refusesARunOfNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> generator.nextRun(0))
                .withMessage("must be >= 1: maxCount=0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> generator.tryNextRun(0))
                .withMessage("must be >= 1: maxCount=0");
    }

    @Test
    void writesNothingForACountOf0() {
        generator.next(new byte[0], 0, 0);

        assertThat(generator.next()).isEqualTo(SortableLayout.MILLISECOND.compose(T, 0, 7));
    }

    @ParameterizedTest
    @CsvSource({"0,2", "17,1", "-1,1", "0,-1", "0,2147483647"})
    void refusesAPartThatTheArrayDoesNotHave(int offset, int count) {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> generator.next(new byte[31], offset, count));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 16})
    void refusesAnOffsetThatTheArrayDoesNotHave(int offset) {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> generator.next(new byte[31], offset));
    }

    @Test
    void tellsItsLayoutAndNode() {
        assertThat(generator.layout()).isSameAs(SortableLayout.MILLISECOND);
        assertThat(generator.node()).isEqualTo(7);
    }

    @Test
    void issuesNothingOnceClosed() {
        generator.next();
        time.elapse(5_000_000);
        generator.next();
        assertThat(generator.lastMillis()).isEqualTo(T + 5);

        assertThat(generator.close()).isEqualTo(T + 5);
        assertThatExceptionOfType(GeneratorClosedException.class).isThrownBy(generator::next);
        assertThatExceptionOfType(GeneratorClosedException.class).isThrownBy(() -> generator.next(new byte[16], 0));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 4_294_967_295L})
    void takesNodesThatFit(long node) {
        SortableId id = new SortableGenerator(SortableLayout.MILLISECOND, node).next();

        assertThat(SortableLayout.MILLISECOND.nodeOf(id)).isEqualTo(node);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 4_294_967_296L})
    void refusesNodesThatDoNotFit(long node) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SortableGenerator(SortableLayout.MILLISECOND, node))
                .withMessage("must be >= 0 && <= 4294967295: node=" + node);
    }

    @Test
    void issuesDistinctIncreasingIdsToManyThreads() throws Exception {
        for (SortableLayout layout :
                List.of(SortableLayout.SECOND, SortableLayout.MILLISECOND, SortableLayout.NANOSECOND, NARROW)) {
            SortableGenerator shared = new SortableGenerator(layout, 7);
            assertDistinctAndIncreasing(inThreads(() -> issue(shared)));
        }
    }

    @Test
    void issuesDistinctIncreasingIdsWhileSpansOfTimeAreOutgrown() throws Exception {
        // With 6 bytes of counter a span of nanoseconds lasts 32 microseconds.
        SortableGenerator shared = new SortableGenerator(new SortableLayout(SortableUnit.NANOSECOND, 8, 6, 2), 7);

        assertDistinctAndIncreasing(inThreads(() -> issue(shared)));
    }

    @Test
    void issuesDistinctIncreasingIdsByRunsPerThread() throws Exception {
        // With 6 bytes of counter a span of microseconds lasts 33 milliseconds.
        for (SortableLayout layout : List.of(
                SortableLayout.SECOND,
                SortableLayout.MILLISECOND,
                SortableLayout.MICROSECOND,
                new SortableLayout(SortableUnit.MICROSECOND, 8, 6, 2),
                new SortableLayout(SortableUnit.MILLISECOND, 8, 2, 6))) {
            SortableGenerator shared =
                    new SortableGenerator(layout, 7, new MonotonicClock(), Reservation.unlimited(), 64);
            assertDistinctAndIncreasing(inThreads(() -> issue(shared)));
        }
    }

    @Test
    void tellsATimeThatNoIdIssuedWhileItCloses() throws Exception {
        SortableGenerator shared = new SortableGenerator(new SortableLayout(SortableUnit.NANOSECOND, 8, 6, 2), 7);
        ExecutorService executor = Executors.newFixedThreadPool(4);
        List<Future<SortableId>> last = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            last.add(executor.submit(() -> issueUntilClosed(shared)));
        }
        while (shared.lastMillis() < System.currentTimeMillis() - 1) {
            Thread.onSpinWait();
        }

        long lastMillis = shared.close();

        for (Future<SortableId> id : last) {
            assertThat(shared.layout().timeOf(id.get()) / 1_000_000).isLessThanOrEqualTo(lastMillis);
        }
        executor.shutdown();
    }

    private static SortableId issueUntilClosed(SortableGenerator generator) {
        SortableId last = new SortableId(0, 0);
        try {
            while (true) {
                last = generator.next();
            }
        } catch (GeneratorClosedException closed) {
            return last;
        }
    }

    private static List<SortableId> issue(SortableGenerator generator) {
        List<SortableId> ids = new ArrayList<>();
        byte[] target = new byte[32];
        while (ids.size() < IDS_PER_THREAD) {
            ids.add(generator.next());
            generator.next(target, 0, 2);
            ids.add(SortableId.fromBytes(target, 0));
            ids.add(SortableId.fromBytes(target, 16));
            generator.next(target, 16);
            ids.add(SortableId.fromBytes(target, 16));
        }
        return ids;
    }

    private static void assertDistinctAndIncreasing(List<List<SortableId>> idsOfThreads) {
        Set<SortableId> distinct = new HashSet<>();
        for (List<SortableId> ids : idsOfThreads) {
            assertThat(ids).isSorted();
            distinct.addAll(ids);
        }
        assertThat(distinct).hasSize(THREADS * IDS_PER_THREAD);
    }

    private static <T> List<T> inThreads(Callable<T> task) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        List<T> results = new ArrayList<>();
        for (Future<T> result : executor.invokeAll(Collections.nCopies(THREADS, task))) {
            results.add(result.get());
        }
        executor.shutdown();
        return results;
    }
}
