package io.snowkeeper.simulation.machine;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/** A kind of thing that goes wrong. */
public enum Fault {
    /** A process is killed, and started again on its disk. */
    KILL,
    /** A machine is reset: the process is killed, and started again after another boot. */
    RESET,
    /** A process is killed, and started again without its disk. */
    LOSE_DISK,
    /** A process is killed, and started again at once, by a clock that was set back meanwhile. */
    SET_BACK,
    /** A process is killed, and started again at once, by a clock that is ahead, as far as is allowed, and is set right later. */
    SET_AHEAD,
    /** A node is stopped by an operator, and started again. */
    STOP,
    /** A process stands still. */
    PAUSE,
    /** A machine is suspended: its stopwatch stands still as well. */
    SUSPEND,
    /** The connections of a node break, and none can be made. */
    CUT,
    /** No further connection of a node can be made, and those that there are stay. */
    CUT_FURTHER,
    /** Nothing comes through, without a notice. */
    HOLD,
    /** Writes are lost before they are done. */
    LOSE_REQUESTS,
    /** Writes are done, and their answers lost. */
    LOSE_ANSWERS,
    /** A write is done when its caller waits no more. */
    DELAY_REQUEST,
    /** A server falls behind. */
    LAG,
    /** A server follows a leader that was replaced. */
    OLD_LEADER,
    /** Servers end sessions. */
    EXPIRE,
    /** A clock is set to another time. */
    STEP_CLOCK,
    /** A clock goes too fast or too slow. */
    DRIFT_CLOCK,
    /** A clock stands still. */
    STOP_CLOCK,
    /** A disk is full. */
    FILL_DISK,
    /** The servers' leader changes, and with it their time. */
    STEP_SERVER_CLOCK,
    /** The claim of a node is deleted by hand. */
    DELETE_CLAIM,
    /** The slot of a worker id is deleted by hand, whose last owner does not run. */
    DELETE_SLOT,
    /** The slot of a worker id, whose last owner does not run, is reserved for years as by a wrong clock, and an operator retires it. */
    RETIRE,
    /** A machine is reset, and its disk put back to an earlier state. */
    OLDER_STATE,
    /** A process is killed, and started again with the state directory of another one. */
    COPIED_STATE,
    /** The servers' data is that of some time ago, after all nodes were stopped, as documented. */
    RESTORE,
    /** The connections of a node's sequences lead to another ensemble, with another fleet. */
    MISLEAD,
    /** Foreign records are made among ours. */
    STRAY,
    /** Access to some records is denied. */
    DENY,
    /** All nodes are stopped by an operator, or killed, and started again. */
    STOP_FLEET,
    /** All servers are stopped, and started again with their disks. */
    RESTART_SERVERS;

    /** Those that come again and again. */
    public static final List<Fault> FREQUENT = List.copyOf(EnumSet.range(KILL, DENY));

    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
