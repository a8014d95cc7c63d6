package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.snowkeeper.coordinator.state.StateDirectory;
import io.snowkeeper.core.ReservationExhaustedException;
import io.snowkeeper.testkit.log.LogCapture;
import io.snowkeeper.testkit.time.SettableClock;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The disk takes nothing any more while a node is running. */
class DiskIT {

    private static final String PROBLEM = "is not used without it";
    private static final String OVER = "no longer so: .*" + PROBLEM;

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    @TempDir
    private Path parent;

    private final SettableClock clock = new SettableClock();
    private Member member;
    private Path directory;
    private Path temporary;

    @BeforeEach
    void startOneNode() {
        directory = parent.resolve("state");
        temporary = directory.resolve(StateDirectory.TEMPORARY_FILE);
        member = fleet.start(fleet.node("n1")
                        .window(Duration.ofMinutes(10))
                        .anySkew()
                        .stateDirectory(directory)
                        .clock(clock))
                .awaitLease();
    }

    @Test
    void theProblemNamesTheFileAndTheReason() {
        fillDisk();
        assertThat(member.awaitProblem("cannot be written"))
                .isEqualTo(
                        directory.resolve(StateDirectory.STATE_FILE) + ": cannot be written: No space left on device");
    }

    @Test
    void idsEndAtWhatWasWrittenThoughZooKeeperHasReservedMore() {
        fillDisk();
        member.awaitProblem("cannot be written");
        long limit = member.lease().reservation().limitMillis();
        clock.stopAt(limit);
        assertThat(member.millisOf(member.nextId())).isEqualTo(limit);
        clock.stopAt(limit + 1);
        assertThatThrownBy(member::nextId).isInstanceOf(ReservationExhaustedException.class);
        assertThat(member.lease().reservation().limitMillis()).isEqualTo(limit);
        assertThat(fleet.slot(member.workerId()).reservedUntilMillis()).isGreaterThan(limit);
    }

    @Test
    void howLongIdsGoOnIsWhatWasWrittenAndNotWhatZooKeeperHasReserved() {
        fillDisk();
        member.awaitProblem("cannot be written");
        long limit = member.lease().reservation().limitMillis();

        assertThat(member.status().goesOnUntilMillis()).hasValue(limit);
        assertThat(fleet.slot(member.workerId()).reservedUntilMillis()).isGreaterThan(limit);
    }

    @Test
    void theProblemIsOverOnlyWhenTheDiskHasTakenAWrite() throws IOException {
        try (LogCapture log = LogCapture.of("io.snowkeeper.coordinator.lease")) {
            fillDisk();
            await().until(() -> says(log, ".*" + PROBLEM));
            for (int minutes : new int[] {4, 8}) {
                long renewals = member.membership().counts().renewals();
                clock.setAhead(Duration.ofMinutes(minutes));
                await("ZooKeeper's part of a renewal")
                        .until(() -> member.membership().counts().renewals() > renewals);
            }
            assertThat(says(log, OVER)).isFalse();

            Files.delete(temporary);
            await().until(() -> says(log, OVER));
        }
    }

    /** Another problem may have been there before, and be over. */
    private static boolean says(LogCapture log, String pattern) {
        return log.linesFrom(Level.INFO).stream().anyMatch(line -> line.matches(pattern));
    }

    @Test
    void idsGoOnWhenTheDiskCanBeWrittenAgain() throws IOException {
        fillDisk();
        clock.setAhead(Duration.ofMillis(StateDirectory.AHEAD_MILLIS));
        await().until(this::isUsedUp);
        Files.delete(temporary);
        member.awaitId();
        member.awaitNoProblem();
        assertThat(member.grants()).isEqualTo(1);
    }

    @Test
    void aNodeThatCannotWriteItsStateAfterTakingAWorkerIdIsGrantedItWhenItCan() throws IOException {
        fillDisk();
        member.awaitProblem("cannot be written");
        fleet.handOn(member.workerId());
        await().until(() -> !member.hasLease());
        await().until(() -> !fleet.slotsOf("n1").isEmpty());
        assertThat(member.grants()).isEqualTo(1);
        Files.delete(temporary);
        await().until(() -> member.grants() == 2);
        member.awaitId();
    }

    @Test
    void aStateDirectoryThatWasDeletedIsSaid() throws IOException {
        // In one step: the node writes there meanwhile.
        Files.move(directory, parent.resolve("deleted"));
        assertThat(member.awaitProblem("cannot be written"))
                .isEqualTo(directory.resolve(StateDirectory.STATE_FILE)
                        + ": cannot be written: the state directory is gone");
        Files.createDirectory(directory);
        member.awaitNoProblem();
    }

    private boolean isUsedUp() {
        try {
            member.nextId();
            return false;
        } catch (ReservationExhaustedException e) {
            return true;
        }
    }

    /** Every write to this device fails as on a full disk. */
    private void fillDisk() {
        await("full disk").until(() -> linkTo(Path.of("/dev/full"), temporary));
    }

    /** Not in the place of the node's own temporary file, which it would rename though it is ours. */
    private static boolean linkTo(Path target, Path link) throws IOException {
        try {
            Files.createSymbolicLink(link, target);
        } catch (FileAlreadyExistsException e) {
            return false;
        }
        return true;
    }
}
