package io.snowkeeper.coordinator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.fleet.FleetRecord;
import io.snowkeeper.coordinator.fleet.RestoreRecord;
import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.coordinator.fleet.SlotStamp;
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

/** A node's state against data of ZooKeeper that were put back while it was down. */
class PreviousRunRestoreTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final FleetRecord FLEET =
            new FleetRecord("fleet", "41/10/12", Layout.DEFAULT_EPOCH, Tick.MILLISECOND, null);

    /** Slot version 63, written by transaction 900; transaction 1,000 was seen. */
    private static final SeenEnsemble SEEN = new SeenEnsemble(1_000, 7, 900, null);

    private static final RestoreRecord FOUND = RestoreRecord.NONE.found(NOON, "n2", "a slot is older");

    private static Optional<Slot> slot(int version, long created, long written) {
        return Optional.of(
                new Slot(17, version, new SlotRecord("claim-1", "n1", NOON), new SlotStamp(created, written, 0)));
    }

    private static final Optional<Slot> NO_SLOT = Optional.empty();

    private static Optional<String> restored(
            SeenEnsemble seen, RestoreRecord restores, long transaction, Optional<Slot> found, long slotsChanged) {
        NodeState former = new NodeState("fleet", 17, 63, "claim-1-1", NOON, "here", seen);
        MemberSettings settings = MemberSettings.builder("n1")
                .connectString("localhost:2181")
                .window(Duration.ofSeconds(3))
                .sessionTimeout(Duration.ofSeconds(2))
                .maxSkew(Duration.ofSeconds(5))
                .maxRollbackWait(Duration.ofMillis(10))
                .build();
        return PreviousRun.of(new StoredState(former), settings)
                .restored(FLEET, restores, transaction, worker -> found, () -> slotsChanged);
    }

    @Test
    void aSlotThatIsAsItWasLeftShowsNothing() {
        assertThat(restored(SEEN, RestoreRecord.NONE, 1_001, slot(63, 7, 900), 7))
                .isEmpty();
    }

    @Test
    void aSlotThatOthersHaveTakenSinceShowsNothing() {
        assertThat(restored(SEEN, RestoreRecord.NONE, 1_500, slot(65, 7, 1_400), 7))
                .isEmpty();
    }

    @Test
    void aSlotOfAnOlderVersionShowsIt() {
        assertThat(restored(SEEN, RestoreRecord.NONE, 1_001, slot(61, 7, 800), 7))
                .hasValue("znode /workers/17 has version 61, this node has seen version 63");
    }

    @Test
    void aSlotThatOthersHaveBroughtToTheSameVersionShowsItByItsTransaction() {
        assertThat(restored(SEEN, RestoreRecord.NONE, 1_001, slot(70, 7, 899), 7))
                .isPresent();
    }

    @Test
    void aSlotThatIsWrittenAnewInDataThatWerePutBackShowsItByItsVersion() {
        // Servers that have elected a leader since count transactions above all that they had before.
        assertThat(restored(SEEN, RestoreRecord.NONE, 1L << 32, slot(62, 7, (1L << 32) - 1), 7))
                .isPresent();
    }

    @Test
    void aSlotThatIsNotThereShowsItUnlessOneWasDeletedSince() {
        assertThat(restored(SEEN, RestoreRecord.NONE, 1_001, NO_SLOT, 899))
                .hasValue("znode /workers/17 is not there, and was not deleted since, this node has seen version 63");
        assertThat(restored(SEEN, RestoreRecord.NONE, 1_001, NO_SLOT, 1_001)).isEmpty();
    }

    @Test
    void aSlotThatWasDeletedByHandAndMadeAgainShowsNothing() {
        assertThat(restored(SEEN, RestoreRecord.NONE, 1_500, slot(0, 1_400, 1_400), 1_400))
                .isEmpty();
    }

    @Test
    void transactionsThatCountBelowWhatWasSeenShowIt() {
        assertThat(restored(SEEN, RestoreRecord.NONE, 999, slot(63, 7, 900), 7))
                .hasValue("its transactions are at 3e7, this node has seen 3e8");
    }

    @Test
    void aRestoreThatWasFoundSinceIsNotFoundAnew() {
        assertThat(restored(SEEN, FOUND, 500, slot(61, 7, 800), 7)).isEmpty();
    }

    @Test
    void aRestoreThatThisNodeKnowsOfHidesNoOther() {
        SeenEnsemble seen = new SeenEnsemble(1_000, 7, 900, NOON);
        assertThat(restored(seen, FOUND, 1_001, slot(63, 7, 900), 7)).isEmpty();
        assertThat(restored(seen, FOUND, 1_001, slot(61, 7, 800), 7)).isPresent();
    }

    @Test
    void dataOfBeforeARestoreThatThisNodeKnowsOfWerePutBackOnceMore() {
        SeenEnsemble seen = new SeenEnsemble(1_000, 7, 900, NOON.plusSeconds(60));
        for (RestoreRecord older : List.of(RestoreRecord.NONE, FOUND)) {
            assertThat(restored(seen, older, 1_001, slot(63, 7, 900), 7))
                    .hasValue("nothing is known of the restore that was found at 2026-01-01T12:01:00Z");
        }
    }

    @Test
    void aRestoreThatOthersHaveFoundInTheirPlaceIsNotFoundAnew() {
        SeenEnsemble seen = new SeenEnsemble(1_000, 7, 900, NOON.minusSeconds(60));
        assertThat(restored(seen, FOUND, 500, slot(61, 7, 800), 7)).isEmpty();
    }

    private record StoredState(NodeState state) implements NodeStateStore {

        @Override
        public Optional<NodeState> load() {
            return Optional.of(state);
        }

        @Override
        public void save(NodeState changed) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<String> place() {
            return Optional.of("elsewhere");
        }

        @Override
        public long aheadMillis() {
            return 1_000;
        }

        @Override
        public void close() {}
    }
}
