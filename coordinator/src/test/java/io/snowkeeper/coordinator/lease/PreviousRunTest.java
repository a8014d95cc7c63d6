package io.snowkeeper.coordinator.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.coordinator.fleet.ExpectedSlot;
import io.snowkeeper.coordinator.fleet.FleetRecord;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.coordinator.fleet.SlotFences;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.coordinator.fleet.SlotStamp;
import io.snowkeeper.coordinator.lease.PreviousRun.Resumable;
import io.snowkeeper.coordinator.state.NodeState;
import io.snowkeeper.coordinator.state.NodeStateStore;
import io.snowkeeper.coordinator.state.SeenEnsemble;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PreviousRunTest {

    private static final Instant LAST_SEEN = Instant.parse("2026-01-01T12:00:00Z");
    private static final FleetRecord FLEET =
            new FleetRecord("fleet", "41/10/12", Layout.DEFAULT_EPOCH, Tick.MILLISECOND, null);
    private static final FleetRecord OTHER_FLEET =
            new FleetRecord("other", "41/10/12", Layout.DEFAULT_EPOCH, Tick.MILLISECOND, null);
    private static final Slot SLOT = slot(3);
    private static final String FENCE = "claim-1-1";

    @Test
    void theFormerSlotIsResumedAboveWhatWasLastSeenWhileTheFenceStands() {
        assertThat(resume(FLEET, "here", SLOT))
                .contains(new Resumable(
                        new ExpectedSlot(17, Optional.of(SLOT), SlotFences.of(FENCE)), LAST_SEEN.toEpochMilli()));
    }

    @Test
    void aSlotThatWasWrittenSinceIsNotResumed() {
        assertThat(resume(FLEET, "here", slot(4))).isEmpty();
    }

    @Test
    void aSlotIsNotResumedFromACopy() {
        assertThat(resume(FLEET, "elsewhere", SLOT)).isEmpty();
    }

    @Test
    void aSlotIsNotResumedWhereNothingTellsACopyFromTheOriginal() {
        StoredState nowhere = new StoredState(state(17, NodeState.NOWHERE), Optional.empty());
        assertThat(PreviousRun.of(nowhere, settings(false)).resumable(FLEET, workerId -> Optional.of(SLOT)))
                .isEmpty();
    }

    @Test
    void aSlotOfAnotherFleetIsNotResumed() {
        assertThat(resume(OTHER_FLEET, "here", SLOT)).isEmpty();
    }

    @Test
    void theFormerWorkerIdIsPreferred() {
        assertThat(previousRun("here", false).workerIn(FLEET)).hasValue(17);
    }

    @Test
    void theWorkerIdOfAnotherFleetIsNotPreferred() {
        assertThat(previousRun("here", false).workerIn(OTHER_FLEET)).isEmpty();
    }

    @Test
    void aWorkerIdThatTheLayoutDoesNotHaveIsPassedOver() {
        StoredState garbled = new StoredState(state(1024, "here"), Optional.of("here"));
        assertThat(PreviousRun.of(garbled, settings(false)).workerIn(FLEET)).isEmpty();
    }

    @Test
    void aWorkerIdOutsideOfTheRangeIsGivenUp() {
        PreviousRun run = inRange(18, 1023);

        assertThat(run.workerIn(FLEET)).isEmpty();
        assertThat(run.resumable(FLEET, workerId -> Optional.of(SLOT))).isEmpty();
    }

    @Test
    void aClockThatWentBackIsAnObstacleWhereTheWorkerIdIsGivenUpToo() {
        assertThatThrownBy(
                        () -> inRange(18, 1023).at(LAST_SEEN.minusSeconds(3_600).toEpochMilli()))
                .isInstanceOf(LeaseProblemException.class);
    }

    @Test
    void aWorkerIdWithinTheRangeIsPreferred() {
        assertThat(inRange(0, 17).workerIn(FLEET)).hasValue(17);
    }

    private static PreviousRun inRange(long first, long last) {
        StoredState former = new StoredState(state(17, "here"), Optional.of("here"));
        return PreviousRun.of(
                former,
                settings(false).toBuilder()
                        .workerIds(new WorkerIdRange(first, last))
                        .build());
    }

    @Test
    void aClockThatWentBackAMomentIsWaitedFor() {
        PreviousRun run = previousRun("here", false);
        assertThat(run.at(LAST_SEEN.minusMillis(1_010).toEpochMilli())).isSameAs(run);
    }

    @Test
    void aClockThatWentBackIsRememberedWhetherItIsAcceptedOrNot() {
        PreviousRun refused = previousRun("here", false);
        PreviousRun accepted = previousRun("here", true);
        refused.at(LAST_SEEN.minusMillis(1_010).toEpochMilli());
        assertThat(refused.clockWentBack()).isFalse();

        long back = LAST_SEEN.minusSeconds(3_600).toEpochMilli();
        assertThatThrownBy(() -> refused.at(back)).isInstanceOf(LeaseProblemException.class);
        accepted.at(back);

        assertThat(refused.clockWentBack()).isTrue();
        assertThat(accepted.clockWentBack()).isTrue();
    }

    @Test
    void aClockThatWentBackFurtherIsAnObstacleWithBothTimes() {
        assertThatThrownBy(() -> previousRun("here", false)
                        .at(LAST_SEEN.minusMillis(1_011).toEpochMilli()))
                .isInstanceOf(LeaseProblemException.class)
                .hasMessage("the clock went back by 1011 ms while this node was down: it reads"
                        + " 2026-01-01T11:59:58.989Z, ids were reserved up to 2026-01-01T12:00:00Z; set the clock right,"
                        + " wait for that time, or start with --accept-clock-rollback");
    }

    @Test
    void anAcceptedRollbackForgetsTheFormerWorkerId() {
        PreviousRun accepted =
                previousRun("here", true).at(LAST_SEEN.minusSeconds(3600).toEpochMilli());
        assertThat(accepted.workerIn(FLEET)).isEmpty();
        assertThat(accepted.resumable(FLEET, workerId -> Optional.of(SLOT))).isEmpty();
    }

    @Test
    void withoutAStateNothingIsResumed() {
        PreviousRun none = PreviousRun.of(NodeStateStore.none(), settings(true));
        assertThat(none.at(Long.MIN_VALUE).workerIn(FLEET)).isEmpty();
    }

    private static Slot slot(int version) {
        return new Slot(
                17,
                version,
                new SlotRecord("claim-1", "n1", Instant.parse("2026-01-01T12:01:00Z")),
                new SlotStamp(1, 1 + version, 0));
    }

    private static Optional<Resumable> resume(FleetRecord fleet, String place, Slot slot) {
        return previousRun(place, false).resumable(fleet, workerId -> Optional.of(slot));
    }

    private static PreviousRun previousRun(String place, boolean acceptRollback) {
        return PreviousRun.of(new StoredState(state(17, "here"), Optional.of(place)), settings(acceptRollback));
    }

    private static NodeState state(long worker, String place) {
        return new NodeState("fleet", worker, 3, FENCE, LAST_SEEN, place, new SeenEnsemble(5, 1, 4, null));
    }

    private static MemberSettings settings(boolean acceptRollback) {
        return MemberSettings.builder("n1")
                .connectString("localhost:2181")
                .endpoints(List.of("127.0.0.1:7070"))
                .window(Duration.ofSeconds(3))
                .sessionTimeout(Duration.ofSeconds(2))
                .maxSkew(Duration.ofSeconds(5))
                .maxRollbackWait(Duration.ofMillis(10))
                .acceptClockRollback(acceptRollback)
                .build();
    }

    /** A state written a second ahead of use. */
    private record StoredState(NodeState state, Optional<String> place) implements NodeStateStore {

        @Override
        public Optional<NodeState> load() {
            return Optional.of(state);
        }

        @Override
        public void save(NodeState state) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long aheadMillis() {
            return 1_000;
        }

        @Override
        public void close() {}
    }
}
