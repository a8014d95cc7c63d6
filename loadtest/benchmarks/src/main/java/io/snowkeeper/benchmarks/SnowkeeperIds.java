package io.snowkeeper.benchmarks;

import io.snowkeeper.core.FirstSequence;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.SnowflakeGenerator;
import io.snowkeeper.core.WaitStrategy;
import io.snowkeeper.core.sortable.SortableGenerator;
import io.snowkeeper.core.sortable.SortableLayout;
import io.snowkeeper.core.sortable.UuidGenerator;
import java.util.UUID;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Our generators, one for all threads as in a program that uses them. */
@State(Scope.Benchmark)
public class SnowkeeperIds {

    private static final int BATCH = 1_000;

    /** How many sequences a thread takes at a time where it has runs. */
    private static final int RUN = 64;

    /** 22 bits of sequence: 4 million ids a millisecond, so that the layout limits nothing. */
    private static final Layout WIDE = Layout.milliseconds(Layout.DEFAULT_EPOCH, 40, 1, 22);

    private final SnowflakeGenerator spinning = new SnowflakeGenerator(Layout.DEFAULT, 1);
    private final SnowflakeGenerator parking = SnowflakeGenerator.builder(Layout.DEFAULT, 1)
            .waitStrategy(WaitStrategy.PARK)
            .build();
    private final SnowflakeGenerator wide = new SnowflakeGenerator(WIDE, 1);
    private final SnowflakeGenerator wideRuns =
            SnowflakeGenerator.builder(WIDE, 1).perThreadRuns(RUN).build();
    private final SnowflakeGenerator wideMonotonic = SnowflakeGenerator.builder(WIDE, 1)
            .clock(new MonotonicClock())
            .firstSequence(FirstSequence.randomBelow(16))
            .build();
    private final SortableGenerator sortableNanos = new SortableGenerator(SortableLayout.NANOSECOND, 1);
    private final SortableGenerator sortableMillis = new SortableGenerator(SortableLayout.MILLISECOND, 1);
    private final SortableGenerator sortableMillisRuns =
            new SortableGenerator(SortableLayout.MILLISECOND, 1, new MonotonicClock(), Reservation.unlimited(), RUN);

    private final UuidGenerator uuids = new UuidGenerator(1);

    /** A place of each thread's own to write ids to. */
    @State(Scope.Thread)
    public static class Target {
        final byte[] sortable = new byte[SortableLayout.ID_BYTES];
        final byte[] batch = new byte[BATCH * SortableLayout.ID_BYTES];
    }

    /** The default layout, 4,096 ids a millisecond; waits spinning. */
    @Benchmark
    public long snowkeeper() {
        return spinning.next();
    }

    /** The default layout; waits parking. */
    @Benchmark
    public long snowkeeperParking() {
        return parking.next();
    }

    /** A layout that limits nothing. */
    @Benchmark
    public long snowkeeperWide() {
        return wide.next();
    }

    /** The same with runs per thread. */
    @Benchmark
    public long snowkeeperWideRuns() {
        return wideRuns.next();
    }

    /** A layout that limits nothing, on monotonic time with a random first sequence. */
    @Benchmark
    public long snowkeeperWideMonotonic() {
        return wideMonotonic.next();
    }

    /** 1,000 ids a call into a new array; the score is of single ids. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long[] snowkeeperWideBatch() {
        long[] ids = new long[BATCH];
        wide.next(ids, 0, BATCH);
        return ids;
    }

    /** 16 bytes of nanoseconds, counter and node, into a buffer. */
    @Benchmark
    public byte[] snowkeeperSortableNanos(Target target) {
        sortableNanos.next(target.sortable, 0);
        return target.sortable;
    }

    /** 16 bytes of milliseconds, counter and node, into a buffer. */
    @Benchmark
    public byte[] snowkeeperSortableMillis(Target target) {
        sortableMillis.next(target.sortable, 0);
        return target.sortable;
    }

    /** The same with runs per thread. */
    @Benchmark
    public byte[] snowkeeperSortableMillisRuns(Target target) {
        sortableMillisRuns.next(target.sortable, 0);
        return target.sortable;
    }

    /** A UUID of version 7. */
    @Benchmark
    public UUID snowkeeperUuid() {
        return uuids.next();
    }

    /** The same into a buffer. */
    @Benchmark
    public byte[] snowkeeperUuidBytes(Target target) {
        uuids.next(target.sortable, 0);
        return target.sortable;
    }

    /** 1,000 sortable ids a call into a buffer; the score is of single ids. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public byte[] snowkeeperSortableBatch(Target target) {
        sortableMillis.next(target.batch, 0, BATCH);
        return target.batch;
    }
}
