package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnowflakeGeneratorTest {

    private static final long T = Instant.parse("2026-03-01T12:00:00Z").toEpochMilli();

    private final ManualTime time = new ManualTime(T);
    private final SnowflakeGenerator generator = generator(Layout.DEFAULT);

    @Test
    void putsTimeAndWorkerIdIntoTheId() {
        assertThat(Layout.DEFAULT.decompose(generator.next()))
                .isEqualTo(new DecomposedId(Instant.ofEpochMilli(T), 7, 0));
    }

    @Test
    void countsUpWithinAMillisecond() {
        long first = generator.next();

        assertThat(generator.next()).isEqualTo(first + 1);
        assertThat(generator.next()).isEqualTo(first + 2);
    }

    @Test
    void startsAtSequence0InEachNewMillisecond() {
        generator.next();
        generator.next();
        time.set(T + 1);

        assertThat(Layout.DEFAULT.decompose(generator.next()))
                .isEqualTo(new DecomposedId(Instant.ofEpochMilli(T + 1), 7, 0));
    }

    @Test
    void waitsForTheNextMillisecondWhenTheSequenceIsUsedUp() {
        long[] readings = {0};
        SnowflakeGenerator onClockThatStandsStill = SnowflakeGenerator.builder(Layout.DEFAULT, 7)
                .clock(() -> readings[0]++ < 4097 ? T : T + 1)
                .build();

        long last = 0;
        for (int i = 0; i < 4097; i++) {
            last = onClockThatStandsStill.next();
        }

        assertThat(Layout.DEFAULT.decompose(last)).isEqualTo(new DecomposedId(Instant.ofEpochMilli(T + 1), 7, 0));
    }

    @Test
    void usesTheWholeSequenceBeforeItWaits() {
        long last = 0;
        for (int i = 0; i < 4096; i++) {
            last = generator.next();
        }

        assertThat(Layout.DEFAULT.decompose(last)).isEqualTo(new DecomposedId(Instant.ofEpochMilli(T), 7, 4095));
    }

    @Test
    void skipsMillisecondsInWhichNothingIsAskedFor() {
        generator.next();
        time.set(T + 1000);

        assertThat(Layout.DEFAULT.decompose(generator.next()).time()).isEqualTo(Instant.ofEpochMilli(T + 1000));
    }

    @Test
    void issuesOneIdATickWithoutSequenceBits() {
        SnowflakeGenerator single = generator(Layout.milliseconds(Layout.DEFAULT_EPOCH, 53, 10, 0));
        time.advancingPerRead(1);

        DecomposedId first = single.layout().decompose(single.next());
        DecomposedId second = single.layout().decompose(single.next());

        assertThat(first.sequence()).isZero();
        assertThat(second.sequence()).isZero();
        assertThat(second.time()).isAfter(first.time());
    }

    @Test
    void countsOneSequenceASecondInALayoutOfSeconds() {
        Layout seconds = new Layout(Layout.DEFAULT.epochMillis(), Tick.SECOND, 31, 10, 22);
        SnowflakeGenerator bySecond = generator(seconds);

        bySecond.next();
        time.set(T + 999);
        assertThat(seconds.decompose(bySecond.next())).isEqualTo(new DecomposedId(Instant.ofEpochMilli(T), 7, 1));
        time.set(T + 1000);
        assertThat(seconds.decompose(bySecond.next()))
                .isEqualTo(new DecomposedId(Instant.ofEpochMilli(T + 1000), 7, 0));
    }

    @Test
    void issuesUpToTheLastMillisecondOfTheLayout() {
        Layout shortLived = Layout.milliseconds(Instant.ofEpochMilli(T - 1023), 10, 10, 43);
        SnowflakeGenerator atTheEnd = generator(shortLived);

        assertThat(shortLived.decompose(atTheEnd.next()).time()).isEqualTo(shortLived.end());
    }

    @Test
    void refusesTimePastTheLayoutsEnd() {
        Layout shortLived = Layout.milliseconds(Instant.ofEpochMilli(T - 1024), 10, 10, 43);

        assertThatThrownBy(() -> generator(shortLived).next())
                .isExactlyInstanceOf(LayoutExhaustedException.class)
                .hasMessage("layout 10/10/43 of epoch 2026-03-01T11:59:58.976Z ended at 2026-03-01T11:59:59.999Z");
    }

    @Test
    void js53EndsWithTheLargestWholeNumberOfJavaScript() {
        Layout layout = Layout.JAVASCRIPT;
        time.set(layout.end().toEpochMilli());
        SnowflakeGenerator last = SnowflakeGenerator.builder(layout, layout.maxWorkerId())
                .clock(time)
                .build();
        long[] ids = new long[128];

        last.next(ids, 0, ids.length);

        assertThat(ids[127]).isEqualTo((1L << 53) - 1);
        time.set(layout.end().toEpochMilli() + 1);
        assertThatThrownBy(last::next).isExactlyInstanceOf(LayoutExhaustedException.class);
    }

    @Test
    void issuesFromTheEpochOn() {
        time.set(Layout.DEFAULT.epochMillis());

        assertThat(Layout.DEFAULT.timestampOf(generator.next())).isZero();
    }

    @Test
    void tellsAClockBeforeTheEpochFromOneThatWentBack() {
        time.set(Layout.DEFAULT.epochMillis() - 1);

        assertThatThrownBy(generator::next)
                .isExactlyInstanceOf(ClockBeforeEpochException.class)
                .hasMessage("clock is before the epoch: it reads 2023-12-31T23:59:59.999Z, "
                        + "the time of ids starts at 2024-01-01T00:00:00Z; set the clock right");
        assertThatThrownBy(generator::tryNext).isExactlyInstanceOf(ClockBeforeEpochException.class);
    }

    @Test
    void goesOnOnceAClockBeforeTheEpochIsSetRight() {
        generator.next();
        time.set(0);
        assertThatThrownBy(generator::next).isExactlyInstanceOf(ClockBeforeEpochException.class);

        time.set(T);

        assertThat(Layout.DEFAULT.decompose(generator.next()))
                .isEqualTo(new DecomposedId(Instant.ofEpochMilli(T), 7, 1));
    }

    @Test
    void tellsTheLastMillisecond() {
        generator.next();
        time.set(T + 5);
        generator.next();

        assertThat(generator.lastMillis()).isEqualTo(T + 5);
    }

    @Test
    void tellsTheFloorAsLastMillisecondBeforeTheFirstId() {
        SnowflakeGenerator fresh = SnowflakeGenerator.builder(Layout.DEFAULT, 7)
                .clock(time)
                .floorMillis(T - 3)
                .build();

        assertThat(fresh.lastMillis()).isEqualTo(T - 3);
    }

    @Test
    void tellsHighestSequence0BeforeTheFirstId() {
        assertThat(generator.highestSequence()).isZero();
    }

    @Test
    void tellsTheHighestSequenceOfAnyMillisecond() {
        for (int i = 0; i < 3; i++) {
            generator.next();
        }
        assertThat(generator.highestSequence()).isEqualTo(2);

        time.set(T + 1);
        generator.next();
        assertThat(generator.highestSequence()).isEqualTo(2);

        time.set(T + 2);
        for (int i = 0; i < 5; i++) {
            generator.next();
        }
        assertThat(generator.highestSequence()).isEqualTo(4);
    }

    @Test
    void tellsItsLayoutAndWorkerId() {
        assertThat(generator.layout()).isSameAs(Layout.DEFAULT);
        assertThat(generator.workerId()).isEqualTo(7);
    }

    @Test
    void readsTheWallClockByDefault() {
        SnowflakeGenerator onWallClock = new SnowflakeGenerator(Layout.DEFAULT, 0);

        long before = System.currentTimeMillis();
        long issued = Layout.DEFAULT.decompose(onWallClock.next()).time().toEpochMilli();

        assertThat(issued).isBetween(before, System.currentTimeMillis());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1022, 1023})
    void takesWorkerIdsThatFit(long workerId) {
        long id = new SnowflakeGenerator(Layout.DEFAULT, workerId).next();

        assertThat(Layout.DEFAULT.workerIdOf(id)).isEqualTo(workerId);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1024})
    void refusesWorkerIdsThatDoNotFit(long workerId) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SnowflakeGenerator(Layout.DEFAULT, workerId))
                .withMessage("must be >= 0 && <= 1023: workerId=" + workerId);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-0.000000001S", "PT1M0.000000001S"})
    void refusesARollbackWaitOutOfRange(Duration wait) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SnowflakeGenerator.builder(Layout.DEFAULT, 0).maxRollbackWait(wait))
                .withMessage("must be >= PT0S && <= PT1M: maxRollbackWait=" + wait);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT1M"})
    void takesARollbackWaitWithinItsRange(Duration wait) {
        assertThat(SnowflakeGenerator.builder(Layout.DEFAULT, 0)
                        .maxRollbackWait(wait)
                        .build())
                .isNotNull();
    }

    @Test
    void refusesNoClock() {
        assertThatNullPointerException()
                .isThrownBy(() -> SnowflakeGenerator.builder(Layout.DEFAULT, 0).clock(null));
    }

    @Test
    void refusesNoReservation() {
        assertThatNullPointerException()
                .isThrownBy(() -> SnowflakeGenerator.builder(Layout.DEFAULT, 0).reservation(null));
    }

    private SnowflakeGenerator generator(Layout layout) {
        return SnowflakeGenerator.builder(layout, 7).clock(time).build();
    }
}
