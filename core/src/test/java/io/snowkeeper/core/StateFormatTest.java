package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The meaning of a state where threads that add one each have gone beyond the sequence or the end of a generator. */
class StateFormatTest {

    private static final long T = Layout.DEFAULT_EPOCH.toEpochMilli() + 1_000;

    private final StateFormat format = new StateFormat(Layout.DEFAULT);
    private final long start = format.startOf(1_000);

    @Test
    void holdsATickOpenUntilItsHighestSequenceIsIssued() {
        assertThat(format.tickOf(start)).isEqualTo(format.openTickAt(T));
        assertThat(format.tickOf(start + 4094)).isEqualTo(format.openTickAt(T));
        assertThat(format.tickOf(start + 4095)).isNotEqualTo(format.openTickAt(T));
        assertThat(format.tickOf(start + 4096)).isNotEqualTo(format.openTickAt(T));
        assertThat(format.tickOf(start)).isNotEqualTo(format.openTickAt(T + 1));
        assertThat(format.tickOf(start)).isNotEqualTo(format.openTickAt(T - 1));
    }

    @Test
    void ordersTicksByTimeAndAUsedUpOneAfterItself() {
        long next = format.startOf(1_001);

        assertThat(format.tickOf(start + 4095)).isGreaterThan(format.tickOf(start));
        assertThat(format.tickOf(next)).isGreaterThan(format.tickOf(start + 4095));
    }

    @Test
    void takesSumsWithinTheSequenceForIssued() {
        assertThat(format.isIssued(start + 1)).isTrue();
        assertThat(format.isIssued(start + 4095)).isTrue();
        assertThat(format.isIssued(start + 4096)).isFalse();
        assertThat(format.isIssued(start + 4095 + (1 << 20))).isFalse();
    }

    @Test
    void takesSumsOnAClosedGeneratorForNothing() {
        assertThat(format.isIssued(StateFormat.CLOSED + 1)).isFalse();
        assertThat(StateFormat.isClosed(StateFormat.CLOSED)).isTrue();
        assertThat(StateFormat.isClosed(StateFormat.CLOSED + (1 << 20))).isTrue();
    }

    @Test
    void takesTheLowestStateBeforeTheFirstIdForOpen() {
        StateFormat widest = new StateFormat(Layout.milliseconds(Layout.DEFAULT_EPOCH, 1, 62, 0));

        assertThat(StateFormat.isClosed(widest.usedUpTo(Long.MIN_VALUE))).isFalse();
        assertThat(StateFormat.isClosed(format.usedUpTo(Long.MIN_VALUE))).isFalse();
    }

    @Test
    void waitsWhereThreadsHaveGoneBeyondTheSequence() {
        assertThat(format.canFollow(1_000, start + 4094)).isTrue();
        assertThat(format.canFollow(1_000, start + 4095)).isFalse();
        assertThat(format.canFollow(1_000, start + 4100)).isFalse();
        assertThat(format.canFollow(1_001, start + 4100)).isTrue();
        assertThat(format.nextMillis(start + 4094)).isEqualTo(T);
        assertThat(format.nextMillis(start + 4100)).isEqualTo(T + 1);
    }

    @Test
    void countsNoneOfThoseBeyondTheSequence() {
        assertThat(format.highestSequence(start + 4100)).isEqualTo(4095);
        assertThat(format.highestSequence(start + 7)).isEqualTo(7);
    }

    @Test
    void opensNoTickWhereTheWorkersBitsLeaveNoRoomForManyThreads() {
        assertThat(opensTicks(Layout.milliseconds(Layout.DEFAULT_EPOCH, 42, 1, 20)))
                .isTrue();
        assertThat(opensTicks(Layout.milliseconds(Layout.DEFAULT_EPOCH, 43, 1, 19)))
                .isFalse();
        assertThat(opensTicks(Layout.milliseconds(Layout.DEFAULT_EPOCH, 41, 0, 22)))
                .isFalse();
    }

    private static boolean opensTicks(Layout layout) {
        StateFormat format = new StateFormat(layout);
        return format.tickOf(format.startOf(1_000)) == format.openTickAt(T);
    }

    @Test
    void isUsedUpForEverByAFloorAtTheEndOfTime() {
        StateFormat endless = new StateFormat(Layout.milliseconds(Layout.DEFAULT_EPOCH, 63, 0, 0));
        long usedUp = endless.usedUpTo(Long.MAX_VALUE);

        assertThat(endless.canFollow(1_000, usedUp)).isFalse();
        assertThat(endless.nextMillis(usedUp)).isEqualTo(Long.MAX_VALUE);
    }
}
