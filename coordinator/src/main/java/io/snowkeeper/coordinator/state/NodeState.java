package io.snowkeeper.coordinator.state;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.fleet.TimeRange;
import io.snowkeeper.core.Checks;
import java.time.Instant;

/**
 * The state that a node keeps over a restart.
 *
 * <pre>{@code
 * node-state.json
 * {"fleet":"0f9a3f6e-2b53-4a94-8d55-5a3f3a1c9b10","worker":17,"slotVersion":63,"fence":"_c_6f4e0d0c-4b52-4b2f-9a0e-7d1f4a0c3b11-claim-0000000042-3",
 * "lastSeen":"2026-11-28T09:00:12.345Z","place":"9c1d-2049","seen":{"transaction":1000,"slotCreated":7,"slotWritten":900}}
 * }</pre>
 *
 * @param fleet the fleet's id
 * @param worker the worker id that it held
 * @param slotVersion the slot's version after our last write: as long as it is unchanged and the fence stands, the
 *     worker id had no other holder
 * @param fence the fence below the slot, made when the worker id was taken
 * @param lastSeen no id above this was issued: a reservation on disk, written ahead of use
 * @param place where this was written: which state directory, in which run of the machine. {@link #NOWHERE} if unknown
 * @param seen the newest of ZooKeeper's data that was seen
 */
public record NodeState(
        String fleet, long worker, int slotVersion, String fence, Instant lastSeen, String place, SeenEnsemble seen) {

    public static final String NOWHERE = "";

    public NodeState {
        requireNonNull(fleet, "fleet");
        requireNonNull(fence, "fence");
        requireNonNull(place, "place");
        requireNonNull(seen, "seen");
        TimeRange.require("lastSeen", lastSeen);
        Checks.requireAtLeast("worker", worker, 0);
    }

    public long lastSeenMillis() {
        return lastSeen.toEpochMilli();
    }
}
