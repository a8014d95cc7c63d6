package io.snowkeeper.loadtest.chaos.fault;

import java.util.Locale;

/** Every way in which a fleet is broken. */
public enum FaultKind {
    PAUSE("a node is stopped by SIGSTOP, beyond session timeout and reservation, and goes on", Scope.NODE),
    CRASH("a node is killed and started with its state", Scope.NODE),
    CRASH_STATE_LOST("a node is killed and started without its state", Scope.NODE),
    CRASH_SLOT_DELETED("a node is killed, its slot deleted by hand, and the node started with its state", Scope.NODE),
    CRASH_CLOCK_BACK("a node is killed and started without its state, its clock 3 s behind for a while", Scope.NODE),
    CLOCK_HOUR_BACK("a node's clock jumps back by an hour, and forth again", Scope.NODE),
    CLOCK_HOUR_AHEAD("a node's clock jumps ahead by an hour, and back again", Scope.NODE),
    CLOCK_SECONDS_BACK("a node's clock jumps back by 3 s, and forth again", Scope.NODE),
    CLOCK_STAYS_WRONG(
            "a node's clock is stepped to half of the allowed skew ahead or behind, and stays there", Scope.NODE),
    CLOCK_DRIFT_SLOW("a node's clock gains 10 ms a second, and is set right", Scope.NODE),
    CLOCK_DRIFT_FAST("a node's clock gains half a second each second, and is set right", Scope.NODE),
    PARTITION("a node is cut off from ZooKeeper in silence", Scope.NODE),
    RESET("a node's connections to ZooKeeper are closed and refused", Scope.NODE),
    REQUESTS_LOST("what a node sends to ZooKeeper does not arrive", Scope.NODE),
    ANSWERS_LOST("what ZooKeeper sends to a node does not arrive", Scope.NODE),
    DELAY("between a node and ZooKeeper everything takes 0.7 s each way", Scope.NODE),
    DISK_FULL("a node's disk is full", Scope.NODE),
    DISK_READ_ONLY("a node's disk refuses writes", Scope.NODE),
    SESSION_KILLED("ZooKeeper gives a node's session up", Scope.NODE),
    LEADER_PARTITION("all nodes are cut off from ZooKeeper's leader", Scope.ENSEMBLE),
    LEADER_ISOLATED("ZooKeeper's leader is cut off from the other servers, though nodes reach it", Scope.ENSEMBLE),
    ENSEMBLE_SPLIT("all ZooKeeper servers are cut off from each other, though nodes reach them", Scope.ENSEMBLE),
    LEADER_PAUSE("ZooKeeper's leader is stopped by SIGSTOP, and goes on", Scope.ENSEMBLE),
    ENSEMBLE_RESTART("all ZooKeeper servers are killed, and started again", Scope.ENSEMBLE),
    FLEET_RESTART("all nodes and all ZooKeeper servers are killed, and started again with what they have", Scope.FLEET),
    RESTORE("the same, but ZooKeeper gets older data, and an operator has the sequences go on", Scope.FLEET);

    /** The scope of a fault. */
    public enum Scope {
        NODE,
        ENSEMBLE,
        FLEET
    }

    private final String description;
    private final Scope scope;

    FaultKind(String description, Scope scope) {
        this.description = description;
        this.scope = scope;
    }

    /** Returns its description, for people. */
    public String description() {
        return description;
    }

    /** Returns its target. */
    public Scope scope() {
        return scope;
    }

    /** Returns its name as it is written on the command line, such as {@code clock-hour-back}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
