package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.zookeeper.ObstacleException.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this node's former process left in the state directory, and what follows from it: whether the clock went back while
 * the node was down, and which slot may be taken up again at once.
 */
final class FormerLife {

    private static final Logger log = LoggerFactory.getLogger(FormerLife.class);

    private final Optional<NodeState> state;
    private final String place;
    private final long waitMillis;
    private final boolean acceptRollback;

    private FormerLife(Optional<NodeState> state, String place, long waitMillis, boolean acceptRollback) {
        this.state = state;
        this.place = place;
        this.waitMillis = waitMillis;
        this.acceptRollback = acceptRollback;
    }

    /**
     * @param maxRollbackWait how far the clock may be back for the node to wait without a word, beyond what the state was
     *     written ahead of use
     */
    static FormerLife of(NodeStateStore store, Duration maxRollbackWait, boolean acceptRollback) {
        long waitMillis = store.aheadMillis() + maxRollbackWait.toMillis();
        return new FormerLife(store.load(), store.place(), waitMillis, acceptRollback);
    }

    static FormerLife none() {
        return new FormerLife(Optional.empty(), "", 0, false);
    }

    /**
     * Returns the former life as far as it counts at this time: all of it, or nothing where the clock went back and the
     * operator accepts that.
     *
     * @throws ObstacleException naming both times if the clock went back and nobody has accepted it
     */
    FormerLife at(long nowMillis) {
        long lastSeen = state.map(NodeState::lastSeenMillis).orElse(Long.MIN_VALUE);
        if (lastSeen == Long.MIN_VALUE || lastSeen - nowMillis <= waitMillis) {
            return this;
        }
        String rollback =
                "the clock went back by %d ms while this node was down: it reads %s, ids were reserved up to %s"
                        .formatted(
                                lastSeen - nowMillis, Instant.ofEpochMilli(nowMillis), Instant.ofEpochMilli(lastSeen));
        if (!acceptRollback) {
            throw new ObstacleException(
                    Kind.CLOCK_ROLLBACK,
                    rollback + "; set the clock right, wait for that time, or start with --accept-clock-rollback");
        }
        log.warn("{}; accepted, the node starts without its former worker id", rollback);
        return none();
    }

    /** Returns the worker id that the node had in this fleet. */
    OptionalLong workerIn(FleetRecord fleet) {
        return in(fleet).map(former -> OptionalLong.of(former.worker())).orElse(OptionalLong.empty());
    }

    /**
     * Returns the time above which ids can be issued at once under the slot, which is ours as long as nobody has written
     * it since; empty if the slot's reservation has to be waited for.
     *
     * <p>A copy of the state directory does not count: the original may be running.
     */
    OptionalLong floorOf(FleetRecord fleet, Slot slot) {
        return in(fleet)
                .filter(former -> former.place().equals(place))
                .filter(former -> former.worker() == slot.workerId() && former.slotVersion() == slot.version())
                .map(former -> OptionalLong.of(former.lastSeenMillis()))
                .orElse(OptionalLong.empty());
    }

    private Optional<NodeState> in(FleetRecord fleet) {
        return state.filter(former -> former.fleet().equals(fleet.id()));
    }
}
