package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.state.StateDirectory;
import io.snowkeeper.testkit.wire.Wire;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The slot of a dead owner is deleted by hand and made again: its version counts from 0, and reaches every value that a
 * node has noted.
 */
class DeletedSlotIT {

    /** Short, as is the skew that is let pass: of a slot that was deleted all that may have been reserved is waited for. */
    private static final Duration WINDOW = Duration.ofSeconds(1);

    private static final Duration SKEW = Duration.ofMillis(100);
    private static final int VERSION = 40;
    private static final int ENOUGH_IDS = 200;

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    @TempDir
    private Path directory;

    @Test
    void aStateFileWhoseVersionTheSlotHasAgainUnderAnotherOwnerIsNotResumed() throws Exception {
        Member.Spec withState = node("n1").stateDirectory(directory);
        Member first = fleet.start(withState).awaitLease();
        raiseVersion(VERSION);
        await().until(() -> notedVersion() >= VERSION);
        first.close();
        int noted = notedVersion();
        fleet.delete(FleetPaths.slot(0));

        Wire wire = fleet.wire();
        Member other = fleet.start(node("n2").through(wire)).awaitLease();
        Set<Long> ids = new HashSet<>();
        raiseVersion(noted);
        wire.cut();
        wire.expireSession();
        Member again = fleet.start(withState);

        Set<Long> twice = new HashSet<>();
        int fromAgain = 0;
        while (fromAgain < ENOUGH_IDS) {
            other.tryNextId().filter(id -> !ids.add(id)).ifPresent(twice::add);
            if (again.hadLease()) {
                var id = again.tryNextId();
                id.filter(value -> !ids.add(value)).ifPresent(twice::add);
                fromAgain += id.isPresent() ? 1 : 0;
            } else {
                LockSupport.parkNanos(1_000_000);
            }
        }
        assertThat(twice).isEmpty();
    }

    @Test
    void aTakerWhoFoundNoSlotAndIsHeldUpUntilOneWasUsedAndDeletedIssuesAboveIt() throws Exception {
        fleet.start(node("n0")).awaitLease().close();
        fleet.delete(FleetPaths.slot(0));
        fleet.delete(FleetPaths.WORKERS);
        fleet.write(FleetPaths.WORKERS, "");
        Wire wire = fleet.wire();
        wire.holdFrom(Wire.MULTI);
        Member held = fleet.start(node("n1").through(wire));
        await().until(wire::isHeld);

        Member other = fleet.start(node("n2")).awaitLease();
        long limitMillis = other.lease().reservation().limitMillis();
        other.close();
        fleet.delete(FleetPaths.slot(0));
        wire.heal();

        held.awaitLease();
        assertThat(held.lease().reservation().floorMillis()).isGreaterThanOrEqualTo(limitMillis);
    }

    @Test
    void aTakerWhoIsHeldUpUntilTheSlotWasDeletedAndHasItsVersionAgainTakesNothing() throws Exception {
        fleet.start(node("n0")).awaitLease().leave();
        raiseVersion(VERSION);
        Wire wire = fleet.wire();
        wire.holdFrom(Wire.MULTI);
        Member held = fleet.start(node("n1").through(wire));
        await().until(wire::isHeld);

        fleet.delete(FleetPaths.slot(0));
        Member other = fleet.start(node("n2")).awaitLease();
        raiseVersion(VERSION);
        wire.heal();
        held.awaitProblem("no worker id is free");
        assertThat(other.losses()).isEmpty();
    }

    /** One worker id, in a fleet with two: an owner keeps it while its claim lives, however long the machine stands still. */
    private Member.Spec node(String name) {
        return fleet.node(name).workerBits(1).workerRange(0, 0).maxSkew(SKEW).window(WINDOW);
    }

    /** Rewrites the slot unchanged, until it has this version. */
    private void raiseVersion(int version) {
        while (fleet.slot(0).version() < version) {
            fleet.change(0, UnaryOperator.identity());
        }
    }

    private int notedVersion() throws Exception {
        String state = Files.readString(directory.resolve(StateDirectory.STATE_FILE));
        return Integer.parseInt(state.replaceFirst(".*\"slotVersion\":(\\d+).*", "$1"));
    }
}
