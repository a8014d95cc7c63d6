package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LayoutTest {

    private static final Instant EPOCH = Instant.parse("2024-01-01T00:00:00Z");
    private static final long EPOCH_MILLIS = 1_704_067_200_000L;

    @Test
    void theDefaultIs41And10And12BitsFrom2024() {
        assertThat(Layout.DEFAULT).isEqualTo(new Layout(EPOCH_MILLIS, Tick.MILLISECOND, 41, 10, 12));
        assertThat(Layout.DEFAULT.epoch()).isEqualTo(EPOCH);
        assertThat(Layout.DEFAULT.widths()).isEqualTo("41/10/12");
    }

    @Test
    void theDefaultEndsIn2093() {
        assertThat(Layout.DEFAULT.end()).isEqualTo(Instant.parse("2093-09-06T15:47:35.551Z"));
    }

    @Test
    void theDefaultsPartsEndWhereTheirBitsEnd() {
        assertThat(Layout.DEFAULT.maxTimestamp()).isEqualTo(2_199_023_255_551L);
        assertThat(Layout.DEFAULT.maxWorkerId()).isEqualTo(1023);
        assertThat(Layout.DEFAULT.maxSequence()).isEqualTo(4095);
    }

    @ParameterizedTest
    @CsvSource({"1,0,62", "1,62,0", "63,0,0", "41,0,22", "2,30,31"})
    void takesAnyWidthsThatSumTo63(int timestampBits, int workerBits, int sequenceBits) {
        Layout layout = Layout.milliseconds(EPOCH, timestampBits, workerBits, sequenceBits);

        assertThat(layout.maxTimestamp()).isEqualTo(maxOf(timestampBits));
        assertThat(layout.maxWorkerId()).isEqualTo(maxOf(workerBits));
        assertThat(layout.maxSequence()).isEqualTo(maxOf(sequenceBits));
        assertThat(layout.compose(maxOf(timestampBits), maxOf(workerBits), maxOf(sequenceBits)))
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void takesWidthsThatSumTo53() {
        assertThat(Layout.parse("31/8/14@1s", EPOCH).maxId()).isEqualTo(9_007_199_254_740_991L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0; 31; 32; must be >= 1 && <= 63: timestampBits=0",
                "64; 0; 0; must be >= 1 && <= 63: timestampBits=64",
                "41; -1; 23; must be >= 0 && <= 63: workerBits=-1",
                "1; 64; 0; must be >= 0 && <= 63: workerBits=64",
                "41; 23; -1; must be >= 0 && <= 63: sequenceBits=-1",
                "1; 0; 64; must be >= 0 && <= 63: sequenceBits=64",
                "41; 10; 11; widths must sum to 63, or to 53 for JavaScript: 41/10/11 sum to 62",
                "41; 10; 13; widths must sum to 63, or to 53 for JavaScript: 41/10/13 sum to 64"
            })
    void refusesOtherWidths(int timestampBits, int workerBits, int sequenceBits, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Layout.milliseconds(EPOCH, timestampBits, workerBits, sequenceBits))
                .withMessage(message);
    }

    @Test
    void refusesNoTick() {
        assertThatNullPointerException()
                .isThrownBy(() -> new Layout(EPOCH_MILLIS, null, 41, 10, 12))
                .withMessage("tick");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1970-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"})
    void takesTheFirstAndTheLastEpoch(Instant epoch) {
        assertThat(Layout.milliseconds(epoch, 41, 10, 12).epoch()).isEqualTo(epoch);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1969-12-31T23:59:59.999Z", "+10000-01-01T00:00:00Z", "+1000000000-12-31T23:59:59Z"})
    void refusesAnEpochOutsideOfThem(Instant epoch) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Layout.milliseconds(epoch, 41, 10, 12))
                .withMessage("must be >= 1970-01-01T00:00:00Z && <= 9999-12-31T23:59:59.999Z: epoch=" + epoch);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, 253_402_300_800_000L, Long.MAX_VALUE})
    void refusesEpochMillisOutsideOfThem(long epochMillis) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Layout(epochMillis, Tick.MILLISECOND, 41, 10, 12))
                .withMessage("must be >= 1970-01-01T00:00:00Z && <= 9999-12-31T23:59:59.999Z: epoch="
                        + Instant.ofEpochMilli(epochMillis));
    }

    @Test
    void cutsTheEpochToMilliseconds() {
        assertThat(Layout.milliseconds(Instant.parse("2024-01-01T00:00:00.000999999Z"), 41, 10, 12))
                .isEqualTo(Layout.DEFAULT);
    }

    @Test
    void parsesWidths() {
        assertThat(Layout.parse("41/10/12", EPOCH)).isEqualTo(Layout.DEFAULT);
        assertThat(Layout.parse("1/0/62", EPOCH).widths()).isEqualTo("1/0/62");
    }

    @ParameterizedTest
    @CsvSource({"41/10/12, MILLISECOND", "39/8/16@10ms, TEN_MILLISECONDS", "31/10/22@1s, SECOND"})
    void parsesTheTickAndWritesItWhereItIsNoMillisecond(String text, Tick tick) {
        Layout layout = Layout.parse(text, EPOCH);

        assertThat(layout.tick()).isEqualTo(tick);
        assertThat(layout.text()).isEqualTo(text);
    }

    @Test
    void aMillisecondMayBeWrittenToo() {
        assertThat(Layout.parse("41/10/12@1ms", EPOCH)).isEqualTo(Layout.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2s", "100ms", "1000ms", "1", "s", "1h"})
    void refusesATickThatThereIsNot(String tick) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Layout.parse("41/10/12@" + tick, EPOCH))
                .withMessage("tick must be 1ms, 10ms or 1s: tick=" + tick);
    }

    @Test
    void countsInTensOfMilliseconds() {
        Layout layout = Layout.parse("39/8/16@10ms", EPOCH);

        assertThat(layout.timestampAt(EPOCH_MILLIS + 1_239)).isEqualTo(123);
        assertThat(layout.timestampAt(EPOCH_MILLIS - 1)).isEqualTo(-1);
        assertThat(layout.millisOf(123)).isEqualTo(EPOCH_MILLIS + 1_230);
        assertThat(layout.decompose(layout.compose(123, 7, 9)))
                .isEqualTo(new DecomposedId(EPOCH.plusMillis(1_230), 7, 9));
        assertThat(layout.smallestAt(EPOCH.plusMillis(1_239))).isEqualTo(layout.compose(123, 0, 0));
        assertThat(layout.idsPerSecond()).isEqualTo(6_553_600);
        assertThat(layout.end()).isEqualTo(EPOCH.plusMillis(10 * ((1L << 39) - 1)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "41",
                "41/10",
                "41/10/12/0",
                "41-10-12",
                " 41/10/12",
                "041/10/12",
                "-41/10/12",
                "a/b/c",
                "41/10/12@"
            })
    void refusesTextThatIsNoWidths(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Layout.parse(text, EPOCH))
                .withMessage(
                        "layout must be timestamp/worker/sequence bits, such as 41/10/12, or 31/10/22@1s, or js53: layout="
                                + text);
    }

    @Test
    void refusesTextWhoseWidthsMakeNoLayout() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Layout.parse("41/10/11", EPOCH))
                .withMessage("widths must sum to 63, or to 53 for JavaScript: 41/10/11 sum to 62");
    }

    @Test
    void putsTimestampAboveWorkerAboveSequence() {
        assertThat(Layout.DEFAULT.compose(1, 0, 0)).isEqualTo(4_194_304);
        assertThat(Layout.DEFAULT.compose(0, 1, 0)).isEqualTo(4096);
        assertThat(Layout.DEFAULT.compose(0, 0, 1)).isEqualTo(1);
        assertThat(Layout.DEFAULT.compose(3, 5, 7)).isEqualTo(3 * 4_194_304 + 5 * 4096 + 7);
    }

    @ParameterizedTest
    @CsvSource({"0,0,0", "2199023255551,1023,4095", "2199023255551,0,0", "0,1023,0", "0,0,4095"})
    void composesUpToTheBounds(long timestamp, long workerId, long sequence) {
        long id = Layout.DEFAULT.compose(timestamp, workerId, sequence);

        assertThat(Layout.DEFAULT.timestampOf(id)).isEqualTo(timestamp);
        assertThat(Layout.DEFAULT.workerIdOf(id)).isEqualTo(workerId);
        assertThat(Layout.DEFAULT.sequenceOf(id)).isEqualTo(sequence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "-1; 0; 0; must be >= 0 && <= 2199023255551: timestamp=-1",
                "2199023255552; 0; 0; must be >= 0 && <= 2199023255551: timestamp=2199023255552",
                "0; -1; 0; must be >= 0 && <= 1023: workerId=-1",
                "0; 1024; 0; must be >= 0 && <= 1023: workerId=1024",
                "0; 0; -1; must be >= 0 && <= 4095: sequence=-1",
                "0; 0; 4096; must be >= 0 && <= 4095: sequence=4096"
            })
    void refusesToComposeBeyondTheBounds(long timestamp, long workerId, long sequence, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Layout.DEFAULT.compose(timestamp, workerId, sequence))
                .withMessage(message);
    }

    @Test
    void takesAnIdApart() {
        long id = Layout.DEFAULT.compose(86_400_001, 17, 4095);

        assertThat(Layout.DEFAULT.decompose(id))
                .isEqualTo(new DecomposedId(Instant.parse("2024-01-02T00:00:00.001Z"), 17, 4095));
    }

    @Test
    void takesTheFirstAndTheLastIdApart() {
        assertThat(Layout.DEFAULT.decompose(0)).isEqualTo(new DecomposedId(EPOCH, 0, 0));
        assertThat(Layout.DEFAULT.decompose(Long.MAX_VALUE))
                .isEqualTo(new DecomposedId(Instant.parse("2093-09-06T15:47:35.551Z"), 1023, 4095));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE})
    void refusesToTakeANegativeIdApart(long id) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Layout.DEFAULT.decompose(id))
                .withMessage("must be >= 0 && <= 9223372036854775807: id=" + id);
    }

    @Test
    void noIdOfJs53IsAboveWhatJavaScriptHolds() {
        Layout layout = Layout.parse("js53", EPOCH);
        long maxSafeInteger = 9_007_199_254_740_991L;

        assertThat(layout).isEqualTo(Layout.JAVASCRIPT);
        assertThat(layout.maxId()).isEqualTo(maxSafeInteger);
        assertThat(layout.largestAt(layout.end())).isEqualTo(maxSafeInteger);
        assertThat((long) (double) layout.maxId()).isEqualTo(layout.maxId());
    }

    @Test
    void js53Has32WorkersOf128000IdsASecondTo2093() {
        assertThat(Layout.JAVASCRIPT.workers()).isEqualTo(32);
        assertThat(Layout.JAVASCRIPT.idsPerSecond()).isEqualTo(128_000);
        assertThat(Layout.JAVASCRIPT.end()).isEqualTo(Layout.DEFAULT.end());
    }

    @Test
    void refusesToTakeAnIdApartThatHasMoreBits() {
        assertThat(Layout.JAVASCRIPT.decompose(9_007_199_254_740_991L).workerId())
                .isEqualTo(31);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Layout.JAVASCRIPT.decompose(9_007_199_254_740_992L))
                .withMessage("must be >= 0 && <= 9007199254740991: id=9007199254740992");
    }

    @Test
    void countsMillisecondsFromTheEpoch() {
        assertThat(Layout.DEFAULT.timestampAt(EPOCH_MILLIS)).isZero();
        assertThat(Layout.DEFAULT.timestampAt(EPOCH_MILLIS - 1)).isEqualTo(-1);
        assertThat(Layout.DEFAULT.timestampAt(EPOCH_MILLIS + 1)).isEqualTo(1);
        assertThat(Layout.DEFAULT.millisOf(1)).isEqualTo(EPOCH_MILLIS + 1);
    }

    @Test
    void countsWholeSecondsFromTheEpoch() {
        Layout seconds = new Layout(EPOCH_MILLIS, Tick.SECOND, 31, 10, 22);

        assertThat(seconds.timestampAt(EPOCH_MILLIS + 999)).isZero();
        assertThat(seconds.timestampAt(EPOCH_MILLIS + 1000)).isEqualTo(1);
        assertThat(seconds.timestampAt(EPOCH_MILLIS - 1)).isEqualTo(-1);
        assertThat(seconds.timestampAt(EPOCH_MILLIS - 1000)).isEqualTo(-1);
        assertThat(seconds.timestampAt(EPOCH_MILLIS - 1001)).isEqualTo(-2);
        assertThat(seconds.millisOf(2)).isEqualTo(EPOCH_MILLIS + 2000);
        assertThat(seconds.decompose(seconds.compose(61, 3, 4)))
                .isEqualTo(new DecomposedId(Instant.parse("2024-01-01T00:01:01Z"), 3, 4));
    }

    @Test
    void endsAtTheLastTimeThereIsWhereItsBitsGoFurther() {
        assertThat(new Layout(EPOCH_MILLIS, Tick.SECOND, 63, 0, 0).end()).isEqualTo(Instant.MAX);
        assertThat(new Layout(EPOCH_MILLIS, Tick.SECOND, 40, 0, 23).end())
                .isEqualTo(Instant.ofEpochMilli(EPOCH_MILLIS).plusSeconds((1L << 40) - 1));
    }

    @Test
    void thePresetOfSecondsEndsIn2092() {
        assertThat(Layout.SECONDS).isEqualTo(new Layout(EPOCH_MILLIS, Tick.SECOND, 31, 10, 22));
        assertThat(Layout.SECONDS.end()).isEqualTo(Instant.parse("2092-01-19T03:14:07Z"));
    }

    @Test
    void thePresetWithMoreSequenceEndsIn2093() {
        assertThat(Layout.MORE_SEQUENCE.widths()).isEqualTo("41/6/16");
        assertThat(Layout.MORE_SEQUENCE.end()).isEqualTo(Instant.parse("2093-09-06T15:47:35.551Z"));
    }

    @Test
    void tellsItsWorkers() {
        assertThat(Layout.DEFAULT.workers()).isEqualTo(1024);
        assertThat(Layout.MORE_SEQUENCE.workers()).isEqualTo(64);
        assertThat(Layout.milliseconds(EPOCH, 41, 0, 22).workers()).isEqualTo(1);
    }

    @Test
    void tellsItsCeilingPerSecond() {
        assertThat(Layout.DEFAULT.idsPerSecond()).isEqualTo(4_096_000);
        assertThat(Layout.SECONDS.idsPerSecond()).isEqualTo(4_194_304);
        assertThat(Layout.MORE_SEQUENCE.idsPerSecond()).isEqualTo(65_536_000);
        assertThat(Layout.milliseconds(EPOCH, 53, 10, 0).idsPerSecond()).isEqualTo(1000);
    }

    @Test
    void tellsTheLargestCeilingThatALongCanHold() {
        assertThat(Layout.milliseconds(EPOCH, 10, 0, 53).idsPerSecond()).isEqualTo((1L << 53) * 1000);
        assertThat(Layout.milliseconds(EPOCH, 9, 0, 54).idsPerSecond()).isEqualTo(Long.MAX_VALUE);
        assertThat(new Layout(EPOCH_MILLIS, Tick.SECOND, 1, 0, 62).idsPerSecond())
                .isEqualTo(1L << 62);
    }

    @Test
    void boundsTheIdsOfATime() {
        Instant time = EPOCH.plusMillis(5);

        assertThat(Layout.DEFAULT.smallestAt(time)).isEqualTo(Layout.DEFAULT.compose(5, 0, 0));
        assertThat(Layout.DEFAULT.largestAt(time)).isEqualTo(Layout.DEFAULT.compose(5, 1023, 4095));
        assertThat(Layout.DEFAULT.largestAt(time) + 1).isEqualTo(Layout.DEFAULT.smallestAt(time.plusMillis(1)));
    }

    @Test
    void boundsTheIdsOfATimeWithinATick() {
        assertThat(Layout.DEFAULT.smallestAt(EPOCH.plusNanos(1_999_999))).isEqualTo(Layout.DEFAULT.compose(1, 0, 0));
        assertThat(Layout.SECONDS.smallestAt(EPOCH.plusMillis(1999))).isEqualTo(Layout.SECONDS.compose(1, 0, 0));
    }

    @Test
    void boundsTheIdsFromTheEpochToTheEnd() {
        Instant end = Layout.DEFAULT.end();

        assertThat(Layout.DEFAULT.smallestAt(EPOCH)).isZero();
        assertThat(Layout.DEFAULT.largestAt(end)).isEqualTo(Long.MAX_VALUE);
        assertThat(Layout.DEFAULT.largestAt(end.plusNanos(999_999))).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2023-12-31T23:59:59.999999999Z",
                "2093-09-06T15:47:35.552Z",
                "+1000000000-12-31T23:59:59.999999999Z"
            })
    void refusesToBoundTheIdsOfAnyOtherTime(Instant time) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Layout.DEFAULT.smallestAt(time))
                .withMessage("must be >= 2024-01-01T00:00:00Z && <= 2093-09-06T15:47:35.551Z: time=" + time);
        assertThatIllegalArgumentException().isThrownBy(() -> Layout.DEFAULT.largestAt(time));
    }

    private static long maxOf(int bits) {
        return (1L << bits) - 1;
    }
}
