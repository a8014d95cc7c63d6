package io.snowkeeper.loadtest.chaos.fault;

import io.snowkeeper.loadtest.chaos.fleet.Direction;
import io.snowkeeper.loadtest.chaos.fleet.Fleet;
import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import java.util.List;

/** A factory of faults by their kinds. */
final class FaultFactory {

    private static final long HOUR_MILLIS = 3_600_000;
    private static final long SECONDS_MILLIS = 3_000;
    private static final long DELAY_MILLIS = 700;
    private static final double SLOW = 0.01;
    private static final double FAST = 0.5;

    private FaultFactory() {}

    static Fault fault(FaultKind kind, Fleet fleet, FleetNode node, Recovery recovery) {
        return switch (kind) {
            case PAUSE -> new NodeFault.Pause(node);
            case CRASH -> new NodeFault.Crash(node, false);
            case CRASH_STATE_LOST -> new NodeFault.Crash(node, true);
            case CRASH_SLOT_DELETED -> new NodeFault.CrashSlotDeleted(node, fleet.slots());
            case CRASH_CLOCK_BACK -> new NodeFault.CrashIntoPast(node, SECONDS_MILLIS);
            case CLOCK_HOUR_BACK -> new NodeFault.ClockJump(node, -HOUR_MILLIS);
            case CLOCK_HOUR_AHEAD -> new NodeFault.ClockJump(node, HOUR_MILLIS);
            case CLOCK_SECONDS_BACK -> new NodeFault.ClockJump(node, -SECONDS_MILLIS);
            // So that two nodes may differ by the whole of it.
            case CLOCK_STAYS_WRONG ->
                new NodeFault.ClockStaysWrong(node, fleet.plan().maxSkew().toMillis() / 2);
            case CLOCK_DRIFT_SLOW -> new NodeFault.ClockDrift(node, SLOW);
            case CLOCK_DRIFT_FAST -> new NodeFault.ClockDrift(node, FAST);
            case PARTITION -> new NodeFault.Silence(node, List.of(Direction.TO_SERVER, Direction.TO_NODE));
            case RESET -> new NodeFault.Reset(node);
            case REQUESTS_LOST -> new NodeFault.Silence(node, List.of(Direction.TO_SERVER));
            case ANSWERS_LOST -> new NodeFault.Silence(node, List.of(Direction.TO_NODE));
            case DELAY -> new NodeFault.Delay(node, DELAY_MILLIS);
            case DISK_FULL -> new NodeFault.DiskFull(node);
            case DISK_READ_ONLY -> new NodeFault.DiskReadOnly(node);
            case SESSION_KILLED -> new NodeFault.SessionKilled(node, fleet.sessions());
            case LEADER_PARTITION -> new EnsembleFault.LeaderPartition(fleet);
            case LEADER_ISOLATED -> new EnsembleFault.LeaderIsolated(fleet.ensemble(), fleet.network());
            case ENSEMBLE_SPLIT -> new EnsembleFault.Split(fleet.ensemble(), fleet.network());
            case LEADER_PAUSE -> new EnsembleFault.LeaderPause(fleet.ensemble());
            case ENSEMBLE_RESTART -> new EnsembleFault.Restart(fleet.ensemble());
            case FLEET_RESTART -> new EnsembleFault.RestartWithNodes(fleet);
            case RESTORE -> new EnsembleFault.Restore(fleet, recovery);
        };
    }
}
