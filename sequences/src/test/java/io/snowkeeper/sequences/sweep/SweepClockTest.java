package io.snowkeeper.sequences.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.engine.ManualTime;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SweeperRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SweepClockTest {

    private static final long START = 1_795_000_000_000L;
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();

    private final ManualTime time = new ManualTime();

    /** By ZooKeeper's clock. */
    private long zooKeeperMillis = START;

    private final MemoryEnsemble ensemble = new MemoryEnsemble(() -> zooKeeperMillis);
    private final MemoryStore store = ensemble.client();
    private final SlowTree tree = new SlowTree();
    private final SweepClock clock = sweeper();

    /** A store whose answers may take their time. */
    private final class SlowTree extends SequenceStore {

        private Duration untilWritten = Duration.ZERO;
        private Duration untilAnswered = Duration.ZERO;

        SlowTree() {
            super(store, new ServedFleet(Optional::empty), time);
        }

        @Override
        public CompletableFuture<List<@Nullable RecordStamp>> write(List<Change> changes) {
            pass(untilWritten);
            CompletableFuture<List<@Nullable RecordStamp>> written = super.write(changes);
            pass(untilAnswered);
            return written;
        }

        private void pass(Duration by) {
            time.pass(by);
            zooKeeperMillis += by.toMillis();
        }
    }

    @BeforeEach
    void begin() throws Exception {
        // The machine's clock is as wrong as ZooKeeper's, unless a test says otherwise.
        time.clock = () -> zooKeeperMillis;
        store.start();
        store.election(SequencePaths.SWEEPER, "n").enter();
        clock.ask(tree);
    }

    private SweepClock sweeper() {
        return new SweepClock(tree.clocks());
    }

    private void pass(long zooKeeper, long own) throws Exception {
        zooKeeperMillis += zooKeeper;
        time.pass(Duration.ofMillis(own));
        clock.ask(tree);
    }

    private static void assertAge(SweepClock clock, long since, long age) {
        assertThat(clock.hasPassed(age, since)).isTrue();
        assertThat(clock.hasPassed(age + 1, since)).isFalse();
    }

    @Test
    void timePassesAsZooKeepersClockGoes() throws Exception {
        pass(60_000, 60_100);
        assertAge(clock, START, 60_000);
    }

    @Test
    void aClockThatJumpsAheadMakesNothingOlder() throws Exception {
        pass(3_600_000, 1_000);
        assertAge(clock, START, 1_000);
        pass(59_000, 59_000);
        assertAge(clock, START, 60_000);
    }

    @Test
    void whatWasCreatedAfterAJumpIsAsOldAsItIs() throws Exception {
        pass(3_600_000, 1_000);
        pass(60_000, 60_000);
        assertAge(clock, START + 3_600_000, 60_000);
    }

    @Test
    void whatWasMadeWhileNoneSweptAgesFromTheFirstSweepOn() throws Exception {
        zooKeeperMillis += 60_000;
        time.pass(Duration.ofMinutes(1));
        SweepClock next = sweeper();
        next.ask(tree);
        assertAge(next, START, 0);
        assertAge(next, START + 50_000, 0);

        zooKeeperMillis += 3_000;
        time.pass(Duration.ofSeconds(3));
        next.ask(tree);
        assertAge(next, START, 3_000);
        assertAge(next, START + 50_000, 3_000);
    }

    @Test
    void jumpsAddUp() throws Exception {
        pass(100_000, 1_000);
        pass(100_000, 1_000);
        assertAge(clock, START, 2_000);
    }

    @Test
    void aClockThatGoesBackMakesNothingOlder() throws Exception {
        pass(-3_600_000, 60_000);
        assertThat(clock.hasPassed(0, START)).isFalse();
        assertThat(clock.hasPassed(60_000, START - 3_660_000)).isTrue();
    }

    @Test
    void anAnswerThatTakesItsTimeIsNoJump() throws Exception {
        // Done at once and answered late; then the other way round.
        tree.untilAnswered = Duration.ofSeconds(50);
        pass(0, 0);
        tree.untilAnswered = Duration.ZERO;
        tree.untilWritten = Duration.ofSeconds(5);
        pass(5_000, 5_000);
        assertAge(clock, START, 60_000);
    }

    @Test
    void aSmallDifferenceIsNoJump() throws Exception {
        pass(60_000 + SweepClock.TOLERANCE_MILLIS, 60_000);
        assertAge(clock, START, 60_000 + SweepClock.TOLERANCE_MILLIS);
    }

    @Test
    void oneThatSweepsForTheFirstTimeTakesAllForAJumpThatNoSweepHasChecked() throws Exception {
        pass(MINUTE, MINUTE);
        zooKeeperMillis += 2 * DAY;
        SweepClock next = sweeper();
        next.ask(tree);
        // A minute and a moment old, of which the last minute is not checked.
        assertThat(next.hasPassed(MINUTE, START)).isFalse();
        assertAge(next, START, 0);
        zooKeeperMillis += MINUTE;
        time.pass(Duration.ofMinutes(1));
        next.ask(tree);
        assertAge(next, START, MINUTE);
        assertAge(next, zooKeeperMillis - MINUTE / 2, MINUTE / 2);
    }

    @Test
    void aJumpIsKnownToThoseThatSweepLater() throws Exception {
        pass(2 * DAY, 1_000);
        pass(MINUTE, MINUTE);
        SweepClock next = sweeper();
        next.ask(tree);
        assertThat(next.hasPassed(2 * MINUTE, START)).isFalse();
    }

    @Test
    void aJumpIsKnownThoughTheProcessThatSawItEndedBeforeItsNextSweep() throws Exception {
        pass(2 * DAY, 1_000);
        SweepClock next = sweeper();
        next.ask(tree);
        assertThat(next.hasPassed(MINUTE, START)).isFalse();
    }

    @Test
    void twoThatTakeThemselvesForElectedKnowEachOthersJumps() throws Exception {
        SweepClock other = sweeper();
        other.ask(tree);
        pass(2 * DAY, 1_000);
        pass(1_000, 1_000);
        other.ask(tree);
        assertThat(other.hasPassed(MINUTE, START)).isFalse();
        pass(1_000, 1_000);
        assertThat(clock.hasPassed(MINUTE, START)).isFalse();
    }

    @Test
    void aSweepFailsOfWhichAnotherOneIsAhead() {
        SequenceStore slower = new SequenceStore(store, new ServedFleet(Optional::empty), time) {
            @Override
            public CompletableFuture<List<@Nullable RecordStamp>> write(List<Change> changes) {
                tree.write(List.of(new Change.Set(SequencePaths.SWEEPER, new byte[0], StoreSession.ANY_VERSION)))
                        .join();
                return super.write(changes);
            }
        };
        assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> clock.ask(slower));
    }

    @Test
    void nothingBecomesOlderWhileTheMachinesClockDisagrees() throws Exception {
        time.clock = () -> START;
        assertThatExceptionOfType(DisagreeingClocksException.class)
                .isThrownBy(() -> pass(2 * DAY, 1_000))
                .withMessage("our clock is 172800000 ms behind ZooKeeper's, 5000 ms are allowed; set the clocks right");
        assertThat(clock.hasPassed(1_000, START)).isFalse();
        // Also in a process that begins then, once the machine's clock is set to the same wrong time.
        time.clock = () -> zooKeeperMillis;
        SweepClock next = sweeper();
        next.ask(tree);
        assertThat(next.hasPassed(1_000, START)).isFalse();
    }

    @Test
    void clocksThatDifferByLessThanIsAllowedAgree() throws Exception {
        time.clock = () -> zooKeeperMillis - 5_000;
        pass(60_000, 60_000);
        assertAge(clock, START, 60_000);
    }

    @Test
    void jumpsAreAddedUpFromTheFirstOnesOnWhereThereAreMany() throws Exception {
        for (int i = 0; i < 100; i++) {
            pass(100_000, 1_000);
        }
        assertThat(tree.read(SequencePaths.SWEEPER)
                        .join()
                        .orElseThrow()
                        .as(SweeperRecord.class)
                        .jumps())
                .hasSize(64);
        assertThat(clock.hasPassed(100_000, START)).isTrue();
        assertThat(clock.hasPassed(100_001, START)).isFalse();
    }
}
