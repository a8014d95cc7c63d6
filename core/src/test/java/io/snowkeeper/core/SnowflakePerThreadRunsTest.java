package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.core.internal.NumberedThread;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of four sequences for each thread, in ticks of 4,096; threads 1 and 2 have runs of their own. */
class SnowflakePerThreadRunsTest {

    private static final long T = Instant.parse("2026-03-01T12:00:00Z").toEpochMilli();
    private static final int RUN = 4;

    /** As many as there are places for runs. */
    private static final int PLACES = 64;

    private final ManualTime time = new ManualTime(T).stopwatchAdvancingPerRead(Duration.ofMillis(1));
    private final Reservation reservation = new Reservation(T - 1, T + 1);
    private final SnowflakeGenerator generator = builder().build();

    @Test
    void aThreadHandsOutItsRunThenTheNextOne() {
        for (int i = 0; i < 3 * RUN; i++) {
            assertThat(generator.next()).isEqualTo(id(T, i));
        }
    }

    @Test
    void eachThreadHandsOutItsOwnRun() throws Exception {
        assertThat(nextOf(1)).isEqualTo(id(T, 0));
        assertThat(nextOf(2)).isEqualTo(id(T, 4));
        assertThat(nextOf(1)).isEqualTo(id(T, 1));
        assertThat(tryNextOf(2)).isEqualTo(id(T, 5));
        assertThat(tryNextOf(1)).isEqualTo(id(T, 2));
        assertThat(nextOf(1)).isEqualTo(id(T, 3));
        assertThat(nextOf(1)).isEqualTo(id(T, 8));
    }

    @Test
    void theRestOfARunIsDroppedWhenItsTickEnds() {
        generator.next();
        time.set(T + 1);

        assertThat(generator.next()).isEqualTo(id(T + 1, 0));
        assertThat(generator.next()).isEqualTo(id(T + 1, 1));
    }

    @Test
    void theRestOfARunIsDroppedWhenAnotherThreadHasBegunTheNextTick() throws Exception {
        nextOf(1);
        time.set(T + 1);

        assertThat(nextOf(2)).isEqualTo(id(T + 1, 0));
        assertThat(nextOf(1)).isEqualTo(id(T + 1, 4));
    }

    @Test
    void eachIdCarriesTheTimeThatIsReadForIt() {
        time.advancingPerRead(1);
        SnowflakeGenerator unlimited = SnowflakeGenerator.builder(Layout.DEFAULT, 7)
                .clock(time)
                .perThreadRuns(RUN)
                .build();
        long before = T - 1;
        for (int i = 0; i < 10; i++) {
            long at = Layout.DEFAULT.decompose(unlimited.next()).time().toEpochMilli();
            assertThat(at).isGreaterThan(before);
            before = at;
        }
    }

    @Test
    void aClockBehindTheRunRefusesIt() {
        generator.next();
        time.set(T - 1);

        assertThatExceptionOfType(ClockMovedBackwardsException.class)
                .isThrownBy(generator::next)
                .withMessage("clock moved backwards by 1 ms: it reads 2026-03-01T11:59:59.999Z, "
                        + "ids were issued or reserved up to 2026-03-01T12:00:00Z");
        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(generator::tryNext);
    }

    @Test
    void aClockBackInTheRunsTickRefusesItWhereAnotherThreadIsFurther() throws Exception {
        nextOf(1);
        time.set(T + 1);
        nextOf(2);
        time.set(T);

        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(() -> nextOf(1));
        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(() -> tryNextOf(1));
        time.set(T + 1);
        assertThat(nextOf(1)).isEqualTo(id(T + 1, 4));
    }

    @Test
    void aClockThatIsALittleBehindIsWaitedFor() throws Exception {
        SnowflakeGenerator waiting =
                builder().maxRollbackWait(Duration.ofMillis(10)).build();
        nextOf(1, waiting);
        time.set(T + 1);
        nextOf(2, waiting);
        time.set(T);

        long found = NumberedThread.call(1, waiting::tryNext);
        assertThat(found).isEqualTo(-1);
    }

    @Test
    void aReservationThatIsRevokedWithinARunEndsIt() {
        generator.next();

        reservation.revoke();

        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(generator::next);
        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(generator::tryNext);
        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(() -> generator.nextRun(1));
        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(() -> generator.tryNextRun(1));
        assertThatExceptionOfType(ReservationExhaustedException.class)
                .isThrownBy(() -> generator.next(new long[1], 0, 1));
    }

    @Test
    void aLimitThatIsPassedWithinARunEndsItUntilItIsMovedUp() {
        time.set(T + 1);
        generator.next();
        time.set(T + 2);
        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(generator::next);

        reservation.extendTo(T + 2);

        assertThat(generator.next()).isEqualTo(id(T + 2, 0));
    }

    @Test
    void aRunGoesOnToTheEndOfTheTickInWhichTheLimitLies() {
        Layout seconds = Layout.SECONDS;
        SnowflakeGenerator bySecond = SnowflakeGenerator.builder(seconds, 7)
                .clock(time)
                .reservation(reservation)
                .perThreadRuns(64)
                .build();
        bySecond.next();
        time.set(T + 999);

        assertThat(bySecond.next()).isEqualTo(seconds.compose(seconds.timestampAt(T), 7, 1));
        time.set(T + 1000);
        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(bySecond::next);
    }

    @Test
    void nothingOfARunIsIssuedOnceClosed() throws Exception {
        nextOf(1);
        nextOf(2);

        assertThat(generator.close()).isEqualTo(T);

        for (int thread = 1; thread <= 3; thread++) {
            int number = thread;
            assertThatExceptionOfType(GeneratorClosedException.class).isThrownBy(() -> nextOf(number));
            assertThatExceptionOfType(GeneratorClosedException.class).isThrownBy(() -> tryNextOf(number));
            assertThatExceptionOfType(GeneratorClosedException.class)
                    .isThrownBy(() -> NumberedThread.call(number, () -> generator.tryNextRun(1)));
        }
        assertThat(generator.highestSequence()).isEqualTo(7);
    }

    @Test
    void aTickThatIsUsedUpStillHasTheRunsOfThreads() throws Exception {
        generator.nextRun(4096 - RUN);

        assertThat(nextOf(1)).isEqualTo(id(T, 4092));
        assertThat(tryNextOf(2)).isEqualTo(-1);
        assertThat(nextOf(1)).isEqualTo(id(T, 4093));
        assertThat(nextOf(1)).isEqualTo(id(T, 4094));
        assertThat(nextOf(1)).isEqualTo(id(T, 4095));
        assertThat(tryNextOf(1)).isEqualTo(-1);
        time.set(T + 1);
        assertThat(nextOf(2)).isEqualTo(id(T + 1, 0));
    }

    @Test
    void aThreadWhoseRunIsHandedOutWaitsForTheNextTickWhereThereIsNoOther() throws Exception {
        generator.nextRun(4096);

        // The stopwatch runs a millisecond each time it is looked at, the clock stands.
        assertThatExceptionOfType(ClockStalledException.class).isThrownBy(() -> nextOf(1));
        time.advancingPerRead(1);
        assertThat(nextOf(1)).isEqualTo(id(T + 1, 0));
    }

    @Test
    void manyIdsComeOutOfTheRunIfItHoldsThem() {
        generator.next();

        assertThat(generator.nextRun(2)).isEqualTo(new IdRun(id(T, 1), 2));
        assertThat(generator.tryNextRun(1)).isEqualTo(new IdRun(id(T, 3), 1));
        assertThat(generator.next()).isEqualTo(id(T, 4));
    }

    @Test
    void moreIdsThanTheRunHoldsEndItAndLeaveAnother() {
        generator.next();

        assertThat(generator.nextRun(5)).isEqualTo(new IdRun(id(T, 4), 5));
        assertThat(generator.next()).isEqualTo(id(T, 9));
        assertThat(generator.tryNextRun(3)).isEqualTo(new IdRun(id(T, 12), 3));
        assertThat(generator.next()).isEqualTo(id(T, 15));
        assertThat(generator.next()).isEqualTo(id(T, 16));
    }

    @Test
    void aBatchGoesOnInTheNextTick() {
        generator.next();
        time.advancingPerRead(1);
        time.set(T);
        long[] ids = new long[4094];

        generator.next(ids, 0, ids.length);

        assertThat(ids).doesNotHaveDuplicates().isSorted();
        assertThat(ids[0]).isEqualTo(id(T + 1, 0));
        time.advancingPerRead(0);
        time.set(T + 1);
        assertThat(generator.next()).isEqualTo(id(T + 1, 4094));
    }

    @Test
    void aRunAfterARandomStartEndsWhereAllEnd() throws Exception {
        SnowflakeGenerator random =
                builder().firstSequence(new FirstSequence(8, bound -> 6)).build();

        assertThat(nextOf(1, random)).isEqualTo(id(T, 6));
        assertThat(nextOf(2, random)).isEqualTo(id(T, 8));
        assertThat(nextOf(1, random)).isEqualTo(id(T, 7));
        assertThat(nextOf(1, random)).isEqualTo(id(T, 12));
    }

    @Test
    void aRunCountsAsReachedAsAWhole() {
        generator.next();

        assertThat(generator.highestSequence()).isEqualTo(3);
        assertThat(generator.lastMillis()).isEqualTo(T);
    }

    @Test
    void threadsThatComeAndGoShareRuns() throws Exception {
        int threads = 1_000;
        Set<Long> ids = new HashSet<>();
        for (int i = 1; i <= threads; i++) {
            ids.add(nextOf(i));
        }

        assertThat(ids).hasSize(threads);
        assertThat(generator.highestSequence()).isLessThan(threads + PLACES * (RUN - 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {-4, 0, 3, Integer.MIN_VALUE})
    void refusesALengthThatIsNoPowerOf2(int length) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().perThreadRuns(length))
                .withMessage("must be a power of 2, 1 for no runs: perThreadRuns=" + length);
    }

    @Test
    void refusesRunsForWhichATickHasTooFewSequences() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().perThreadRuns(64))
                .withMessage("runs of 64 need 16 sequence bits, for 1024 runs in a tick: layout 41/10/12 has 12, "
                        + "enough for perThreadRuns=4");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> SnowflakeGenerator.builder(tenSequenceBits(), 7).perThreadRuns(2))
                .withMessage("runs of 2 need 11 sequence bits, for 1024 runs in a tick: layout 41/12/10 has 10, "
                        + "enough for perThreadRuns=1");
    }

    @Test
    void takesTheLongestRunsForWhichATickHasSequences() {
        assertThat(SnowflakeGenerator.builder(Layout.MORE_SEQUENCE, 7)
                        .perThreadRuns(64)
                        .build()
                        .next())
                .isPositive();
    }

    @Test
    void aLengthOf1IsNoRuns() throws Exception {
        SnowflakeGenerator plain = SnowflakeGenerator.builder(tenSequenceBits(), 7)
                .clock(time)
                .perThreadRuns(1)
                .build();
        long first = nextOf(1, plain);

        assertThat(nextOf(2, plain)).isEqualTo(first + 1);
        assertThat(nextOf(1, plain)).isEqualTo(first + 2);
    }

    private SnowflakeGenerator.Builder builder() {
        return SnowflakeGenerator.builder(Layout.DEFAULT, 7)
                .clock(time)
                .nanoTime(time::nanoTime)
                .reservation(reservation)
                .perThreadRuns(RUN);
    }

    private static long nextOf(long thread, SnowflakeGenerator shared) throws InterruptedException {
        return NumberedThread.call(thread, shared::next);
    }

    private long nextOf(long thread) throws InterruptedException {
        return nextOf(thread, generator);
    }

    private long tryNextOf(long thread) throws InterruptedException {
        return NumberedThread.call(thread, generator::tryNext);
    }

    private static Layout tenSequenceBits() {
        return Layout.milliseconds(Layout.DEFAULT_EPOCH, 41, 12, 10);
    }

    private static long id(long millis, long sequence) {
        return Layout.DEFAULT.compose(Layout.DEFAULT.timestampAt(millis), 7, sequence);
    }
}
