package io.snowkeeper.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InputShareTest {

    private static final int MUCH = 10 * InputShare.FREE;

    private final Backlog backlog = new Backlog(MUCH);
    private final InputShare large = new InputShare(backlog);
    private final InputShare other = new InputShare(backlog);

    @Test
    void aLittleIsNotCounted() {
        large.hold(InputShare.FREE);

        assertThat(backlog.inputBytes()).isZero();
    }

    @Test
    void whatAllConnectionsHoldIsCounted() {
        large.hold(MUCH / 2);
        other.hold(MUCH / 4);

        assertThat(backlog.inputBytes()).isEqualTo(MUCH / 2 + MUCH / 4);
    }

    @Test
    void whatIsGivenBackIsNotCountedAnyMore() {
        large.hold(MUCH);
        large.hold(0);

        assertThat(backlog.inputBytes()).isZero();
    }

    @Test
    void whoWantsMoreThanThereIsRoomForHearsSo() {
        assertThat(large.hold(MUCH)).isTrue();
        assertThat(other.hold(MUCH / 4)).isFalse();
    }

    @Test
    void whoWantsNoMoreIsLeftAlone() {
        large.hold(MUCH / 2);
        other.hold(MUCH);

        assertThat(large.hold(MUCH / 2)).isTrue();
        assertThat(large.hold(MUCH / 4)).isTrue();
    }

    @Test
    void aLittleHasRoomInAnyCase() {
        large.hold(2 * MUCH);

        assertThat(other.hold(InputShare.FREE)).isTrue();
    }

    @Test
    void answersThatAreNotTakenLeaveLessRoom() {
        backlog.add(MUCH);

        assertThat(large.hold(MUCH / 2)).isFalse();
    }
}
