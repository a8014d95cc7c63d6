package io.snowkeeper.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.coordinator.fleet.SlotStamp;
import io.snowkeeper.core.Reservation;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LocalReservationTest {

    private static final String FENCE = "claim-1-1";
    private static final long AHEAD = 1_000;

    private final Disk disk = new Disk();
    private long now = 100_000;
    private final LocalReservation local = new LocalReservation(disk, () -> now);
    private final Reservation reservation = new Reservation(90_000, 90_000);

    @Test
    void theLimitIsALittleAheadOfTheClock() throws IOException {
        local.reserve("fleet", slot(1, 160_000), FENCE, reservation);
        assertThat(reservation.limitMillis()).isEqualTo(101_000);
    }

    @Test
    void theDiskSaysSoBeforeTheLimitDoes() throws IOException {
        local.reserve("fleet", slot(1, 160_000), FENCE, reservation);
        assertThat(disk.saved)
                .containsExactly(new NodeState(
                        "fleet", 17, 1, FENCE, Instant.ofEpochMilli(101_000), "here", new SeenEnsemble(2, 1, 2, null)));
        assertThat(disk.limitsAtSave).containsExactly(90_000L);
    }

    @Test
    void theLimitNeverPassesWhatZooKeeperHasReserved() throws IOException {
        local.reserve("fleet", slot(1, 100_500), FENCE, reservation);
        assertThat(reservation.limitMillis()).isEqualTo(100_500);
    }

    @Test
    void theLimitGoesWithTheClock() throws IOException {
        local.reserve("fleet", slot(1, 160_000), FENCE, reservation);
        now += 250;
        local.keepAhead();
        assertThat(reservation.limitMillis()).isEqualTo(101_250);
    }

    @Test
    void theLimitDoesNotGoBackWithTheClock() throws IOException {
        local.reserve("fleet", slot(1, 160_000), FENCE, reservation);
        now -= 50_000;
        local.keepAhead();
        local.reserve("fleet", slot(2, 170_000), FENCE, reservation);
        assertThat(reservation.limitMillis()).isEqualTo(101_000);
        assertThat(disk.last().lastSeenMillis()).isEqualTo(101_000);
    }

    @Test
    void aRenewalIsWrittenWithItsVersionThoughTheLimitStandsStill() throws IOException {
        local.reserve("fleet", slot(1, 160_000), FENCE, reservation);
        local.reserve("fleet", slot(2, 170_000), FENCE, reservation);
        assertThat(disk.last().slotVersion()).isEqualTo(2);
    }

    @Test
    void theDiskIsLeftAloneWhileTheClockStandsStill() throws IOException {
        local.reserve("fleet", slot(1, 160_000), FENCE, reservation);
        local.keepAhead();
        assertThat(disk.saved).hasSize(1);
    }

    @Test
    void aLeaseAboveTheClockIsWrittenFromItsFloor() throws IOException {
        local.reserve("fleet", slot(1, 160_000), FENCE, new Reservation(150_000, 150_000));
        assertThat(disk.last().lastSeenMillis()).isEqualTo(150_000);
    }

    @Test
    void whileTheDiskFailsTheLimitStaysAndTheReasonIsKnown() throws IOException {
        local.reserve("fleet", slot(1, 160_000), FENCE, reservation);
        now += 500;
        disk.failure = "full";
        assertThatThrownBy(local::keepAhead).isInstanceOf(IOException.class).hasMessage("full");
        assertThat(reservation.limitMillis()).isEqualTo(101_000);
        assertThat(local.failure()).contains("full");
    }

    @Test
    void theLimitGoesOnWhenTheDiskDoes() throws IOException {
        disk.failure = "full";
        assertThatThrownBy(() -> local.reserve("fleet", slot(1, 160_000), FENCE, reservation))
                .isInstanceOf(IOException.class);
        disk.failure = null;
        local.keepAhead();
        assertThat(reservation.limitMillis()).isEqualTo(101_000);
        assertThat(local.failure()).isEmpty();
    }

    @Test
    void nothingIsWrittenForALeaseThatHasEnded() throws IOException {
        local.reserve("fleet", slot(1, 160_000), FENCE, reservation);
        local.end();
        now += 500;
        local.keepAhead();
        assertThat(disk.saved).hasSize(1);
    }

    @Test
    void aSlotThatWasHandedBackIsWrittenAsItWasHandedBack() throws IOException {
        local.reserve("fleet", slot(1, 160_000), FENCE, reservation);
        local.finish(slot(2, 100_100));
        assertThat(disk.last())
                .isEqualTo(new NodeState(
                        "fleet", 17, 2, FENCE, Instant.ofEpochMilli(100_100), "here", new SeenEnsemble(3, 1, 3, null)));
    }

    @Test
    void whatWasSeenOfZooKeeperIsWrittenWithWhatIsWrittenNext() throws IOException {
        local.knows(Instant.EPOCH);
        local.reserve("fleet", slot(1, 160_000), FENCE, reservation);
        local.saw(900);
        local.saw(800);
        assertThat(disk.last().seen()).isEqualTo(new SeenEnsemble(2, 1, 2, Instant.EPOCH));
        now += 500;
        local.keepAhead();
        assertThat(disk.last().seen()).isEqualTo(new SeenEnsemble(900, 1, 2, Instant.EPOCH));
    }

    @Test
    void withoutADiskTheLimitIsWhatZooKeeperHasReserved() throws IOException {
        new LocalReservation(NodeStateStore.none(), () -> now).reserve("fleet", slot(1, 160_000), FENCE, reservation);
        assertThat(reservation.limitMillis()).isEqualTo(160_000);
    }

    /** Whether the disk takes anything again shows by that. */
    @Test
    void whatTheDiskDidNotTakeIsWrittenAlsoWhenTheLeaseIsLost() throws IOException {
        disk.failure = "full";
        assertThatThrownBy(() -> local.reserve("fleet", slot(1, 160_000), FENCE, reservation))
                .isInstanceOf(IOException.class);
        local.end();
        assertThatThrownBy(local::keepAhead).isInstanceOf(IOException.class);
        disk.failure = null;
        local.keepAhead();
        local.keepAhead();

        assertThat(local.failure()).isEmpty();
        assertThat(disk.saved).hasSize(1);
    }

    private static Slot slot(int version, long reservedUntilMillis) {
        return new Slot(
                17,
                version,
                new SlotRecord("claim-1", "n1", Instant.ofEpochMilli(reservedUntilMillis)),
                new SlotStamp(1, 1 + version, 0));
    }

    /** Keeps the last state, and the limit by then. */
    private final class Disk implements NodeStateStore {

        private final List<NodeState> saved = new ArrayList<>();
        private final List<Long> limitsAtSave = new ArrayList<>();
        private @Nullable String failure;

        NodeState last() {
            return saved.get(saved.size() - 1);
        }

        @Override
        public Optional<NodeState> load() {
            return Optional.empty();
        }

        @Override
        public void save(NodeState state) throws IOException {
            if (failure != null) {
                throw new IOException(failure);
            }
            saved.add(state);
            limitsAtSave.add(reservation.limitMillis());
        }

        @Override
        public Optional<String> place() {
            return Optional.of("here");
        }

        @Override
        public long aheadMillis() {
            return AHEAD;
        }

        @Override
        public void close() {}
    }
}
