package io.snowkeeper.node.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.node.service.message.ReadinessCheck;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReadinessTest {

    private static final long NOW = 1_000_000;
    private static final Duration MARGIN = Duration.ofMillis(100);

    private static Readiness of(boolean draining, MembershipStatus... members) {
        return new Readiness(
                () -> List.of(members), Optional::empty, Optional::empty, () -> NOW, MARGIN, () -> draining);
    }

    private static Readiness refusing(Optional<Unavailability> ids, Optional<Unavailability> sortableIds) {
        return new Readiness(
                () -> List.of(holding(NOW, NOW + 100)), () -> ids, () -> sortableIds, () -> NOW, MARGIN, () -> false);
    }

    private static MembershipStatus holding(long usableUntil, long reservedUntil) {
        return new MembershipStatus(
                Phase.HOLDING,
                Optional.of("f"),
                OptionalLong.of(17),
                OptionalLong.of(usableUntil),
                OptionalLong.of(reservedUntil),
                true,
                OptionalLong.empty(),
                Optional.of(new MembershipProblem(UnavailableReason.NO_WORKER_ID, "the disk is full")));
    }

    private static MembershipStatus claiming() {
        return claiming(UnavailableReason.NO_WORKER_ID);
    }

    private static MembershipStatus claiming(UnavailableReason reason) {
        return new MembershipStatus(
                Phase.CLAIMING,
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                true,
                OptionalLong.empty(),
                Optional.of(new MembershipProblem(reason, "no worker id is free")));
    }

    private static List<String> failed(Readiness readiness) {
        return readiness.check().failed().stream().map(ReadinessCheck::detail).toList();
    }

    @Test
    void aReservationOfTheMarginIsEnough() {
        assertThat(of(false, holding(NOW, NOW + 100)).check().isReady()).isTrue();
    }

    @Test
    void aReservationBelowTheMarginIsNotEnough() {
        assertThat(failed(of(false, holding(NOW, NOW + 99))))
                .containsExactly(
                        "reserved until 1970-01-01T00:16:40.099Z, which is 99 ms from now; at least 100 ms are required; the disk is full");
    }

    @Test
    void whatTheDiskHasNotTakenCannotBeUsed() {
        assertThat(failed(of(false, holding(NOW - 1, NOW + 50_000))))
                .containsExactly(
                        "reserved until 1970-01-01T00:16:39.999Z, which has passed; at least 100 ms are required; the disk is full");
    }

    @Test
    void aReservationThatWasRevokedHasNoEndToSpeakOf() {
        assertThat(failed(of(false, holding(Long.MIN_VALUE, NOW + 50_000))))
                .containsExactly("the reservation was revoked; the disk is full");
    }

    @Test
    void whatAnOperatorHasToKnowOfTheOnlyNodeOfAFleetIsARemark() {
        Readiness.Report report =
                of(false, holding(NOW, NOW + 100)).ofOnlyNode().check();

        assertThat(report.isReady()).isTrue();
        assertThat(report.remark()).contains(Readiness.ONLY_NODE);
    }

    @Test
    void withoutAWorkerIdItSaysWhy() {
        assertThat(failed(of(false, claiming())))
                .containsExactly(
                        "no worker id is held: no worker id is free", "nothing is reserved without a worker id");
    }

    @Test
    void allWorkerIdsHaveToBeHeldSinceEachHasClientsOfItsOwn() {
        assertThat(of(false, holding(NOW, NOW + 100), claiming()).check().isReady())
                .isFalse();
    }

    @Test
    void aNodeThatStandsByIsNotReadyAndNothingIsWrongWithIt() {
        Readiness.Report report = of(false, claiming(UnavailableReason.STANDBY)).check();

        assertThat(report.isReady()).isFalse();
        assertThat(report.isStandby()).isTrue();
    }

    @Test
    void aNodeThatStandsByAndIsDrainedIsNoStandbyAnyMore() {
        assertThat(of(true, claiming(UnavailableReason.STANDBY)).check().isStandby())
                .isFalse();
        assertThat(of(false, claiming()).check().isStandby()).isFalse();
    }

    @Test
    void aNodeThatIsDrainedIsNotReady() {
        assertThat(failed(of(true, holding(NOW, NOW + 100))))
                .containsExactly("the node is being drained: ask another one");
    }

    @Test
    void aNodeThatRefusesSnowflakeIdsIsNotReadyWhateverItHasReserved() {
        Readiness readiness = refusing(
                Optional.of(new Unavailability(UnavailableReason.CLOCK_MOVED_BACKWARDS, "the clock went back")),
                Optional.empty());

        assertThat(failed(readiness)).containsExactly("snowflake ids are refused: the clock went back");
        assertThat(readiness.check().problem().orElseThrow().reason())
                .contains(UnavailableReason.CLOCK_MOVED_BACKWARDS);
    }

    @Test
    void aNodeThatRefusesSortableIdsIsNotReady() {
        Readiness readiness = refusing(
                Optional.empty(), Optional.of(new Unavailability(UnavailableReason.LAYOUT_ENDED, "the layout ended")));

        assertThat(failed(readiness)).containsExactly("sortable ids are refused: the layout ended");
        assertThat(readiness.check().problem().orElseThrow().reason()).contains(UnavailableReason.LAYOUT_ENDED);
    }

    @Test
    void whatDoesNotHoldHasAReason() {
        assertThat(of(true, claiming()).check().failed().stream()
                        .map(check -> check.reason().orElseThrow()))
                .containsExactly(
                        UnavailableReason.DRAINING, UnavailableReason.NO_WORKER_ID, UnavailableReason.NO_WORKER_ID);
        assertThat(of(false, holding(NOW, NOW + 99))
                        .check()
                        .problem()
                        .orElseThrow()
                        .reason())
                .contains(UnavailableReason.RESERVATION_USED_UP);
    }
}
