package io.snowkeeper.simulation;

import io.snowkeeper.coordinator.MemberKind;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.Tick;
import io.snowkeeper.simulation.machine.Choices;
import io.snowkeeper.simulation.machine.Fault;
import io.snowkeeper.simulation.machine.Link;
import io.snowkeeper.simulation.machine.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a world.
 *
 * @param nodes how many nodes there are
 * @param furtherWorkerIds whether each node has a second worker id, without a state directory
 * @param workerBits how many worker ids they share, as a power of two; so few that they are always scarce
 * @param window how long a node reserves time for
 * @param sessionTimeout how long the servers wait for a silent client
 * @param maxSkew how far a node's clock may be from the servers'
 * @param latency how long a message usually takes
 * @param stallProbability how likely a node stands still at a look at the clock or the disk
 * @param faults how long faults come
 * @param faultPause how long it usually is from one to the next
 * @param tick the unit of ids' time: the longer, the more likely two owners of one worker id are to issue the same
 * @param byHand the operators' actions on the servers' data
 * @param plenty the thing that exists in masses at the end
 * @param oldRecords whether the servers' counts of claims, and of writes of states, are near their ends
 * @param lasting the thing that is broken for good from some moment on, and must not keep the rest from serving
 * @param divided whether one half of the worker ids is for every other node, and the rest for the rest; if there are
 *     two
 * @param begin the time from the start after which ids may be issued; empty for at once
 */
record WorldSettings(
        int nodes,
        boolean furtherWorkerIds,
        int workerBits,
        Duration window,
        Duration sessionTimeout,
        Duration maxSkew,
        Duration latency,
        double stallProbability,
        Duration faults,
        Duration faultPause,
        ByHand byHand,
        Tick tick,
        Plenty plenty,
        boolean oldRecords,
        Optional<Fault> lasting,
        boolean divided,
        Optional<Duration> begin) {

    /** The actions of operators on the servers' data. */
    enum ByHand {
        NOTHING,
        /** Delete slots. */
        DELETE_SLOTS,
        /** Restore backups. */
        RESTORE_BACKUPS;

        private static final List<ByHand> LIKELY = List.of(NOTHING, NOTHING, NOTHING, DELETE_SLOTS, RESTORE_BACKUPS);
    }

    /** The things that exist in such masses at the end of a world that they must not be handled at once. */
    enum Plenty {
        NOTHING,
        /** Calls at one moment, at servers that take small writes alone. */
        CALLS,
        /** Names of sequences. */
        NAMES,
        /** Remains of a deleted sequence. */
        REMAINS;

        private static final double CHANCE = 0.06;
        private static final List<Plenty> ALL = List.of(CALLS, NAMES, REMAINS);
    }

    private static final List<Fault> LASTING = List.of(
            Fault.CUT,
            Fault.CUT_FURTHER,
            Fault.HOLD,
            Fault.PAUSE,
            Fault.STEP_CLOCK,
            Fault.FILL_DISK,
            Fault.STRAY,
            Fault.KILL);

    /** 2026-11-23T00:00:00Z. */
    static final long START_MILLIS = 1_795_392_000_000L;

    /** So that one remainder after the other takes longer than anybody may wait for numbers that come back. */
    private static final long SLOW_NANOS = 2_500_000;

    private static final List<Tick> LIKELY_TICKS =
            List.of(Tick.SECOND, Tick.SECOND, Tick.MILLISECOND, Tick.TEN_MILLISECONDS);

    /** Returns the settings that a seed chooses. */
    static WorldSettings of(Choices choices, Duration faults) {
        int nodes = (int) choices.between(1, 7);
        ByHand byHand = choices.one(ByHand.LIKELY);
        Plenty plenty = choices.chance(Plenty.CHANCE) ? choices.one(Plenty.ALL) : Plenty.NOTHING;
        return new WorldSettings(
                nodes,
                false,
                (int) choices.between(0, 3),
                Duration.ofMillis(choices.spread(1_000, 20_000)),
                Duration.ofMillis(choices.spread(1_000, 10_000)),
                Duration.ofMillis(choices.spread(200, 5_000)),
                Duration.ofNanos(choices.spread(plenty == Plenty.REMAINS ? SLOW_NANOS : 50_000, 5_000_000)),
                choices.chance(0.5) ? 0 : StrictMath.pow(10, -(double) choices.between(2, 5)),
                faults,
                Duration.ofMillis(choices.spread(300, 20_000)),
                byHand,
                choices.one(LIKELY_TICKS),
                plenty,
                choices.chance(0.2),
                lasting(choices, nodes, byHand),
                false,
                Optional.empty());
    }

    private static Optional<Fault> lasting(Choices choices, int nodes, ByHand byHand) {
        Fault fault = choices.one(LASTING);
        boolean possible =
                (nodes > 1 || fault == Fault.STRAY) && (byHand == ByHand.NOTHING || fault != Fault.STEP_CLOCK);
        return possible && choices.chance(0.6) ? Optional.of(fault) : Optional.empty();
    }

    /** Returns the same with a second worker id for each node. */
    WorldSettings withFurtherWorkerIds() {
        return with(nodes, true, lasting, divided, begin);
    }

    /** Returns the same with worker ids that are divided among the nodes, if there are two. */
    WorldSettings withDividedWorkerIds() {
        return with(nodes, furtherWorkerIds, lasting, workerBits > 0, begin);
    }

    /** Returns the same with ids that begin later. */
    WorldSettings withBegin(Duration later) {
        return with(nodes, furtherWorkerIds, lasting, divided, Optional.of(later));
    }

    /** Returns the same with fewer nodes, without the lasting faults that a single node cannot survive. */
    WorldSettings withNodes(int fewer) {
        return with(
                fewer, furtherWorkerIds, lasting.filter(fault -> fewer > 1 || fault == Fault.STRAY), divided, begin);
    }

    private WorldSettings with(
            int others, boolean further, Optional<Fault> otherLasting, boolean halves, Optional<Duration> later) {
        return new WorldSettings(
                others,
                further,
                workerBits,
                window,
                sessionTimeout,
                maxSkew,
                latency,
                stallProbability,
                faults,
                faultPause,
                byHand,
                tick,
                plenty,
                oldRecords,
                otherLasting,
                halves,
                later);
    }

    /** Returns whether only clocks show what was issued, so that they have to be right. */
    boolean restsOnClocks() {
        return byHand != ByHand.NOTHING;
    }

    /** Returns whether ids come one after the other over the whole fleet: it has one worker id, and no older data are put back. */
    boolean isTotallyOrdered() {
        return workerBits == 0 && byHand == ByHand.NOTHING;
    }

    /** Returns whether backups are restored. */
    boolean restores() {
        return byHand == ByHand.RESTORE_BACKUPS;
    }

    /** Returns for how long ids may have been issued that left no trace, with the tick that the last of them are of. */
    Duration longestReservation() {
        return window.plus(maxSkew.multipliedBy(2)).plus(tick.length());
    }

    Layout layout() {
        int timeBits = switch (tick) {
            case MILLISECOND -> 41;
            case TEN_MILLISECONDS -> 38;
            case SECOND -> 31;
        };
        return new Layout(
                Layout.DEFAULT_EPOCH.toEpochMilli(),
                tick,
                timeBits,
                workerBits,
                Layout.TOTAL_BITS - timeBits - workerBits);
    }

    /** Returns how many worker ids each node has. */
    int workerIdsOfNode() {
        return furtherWorkerIds ? 2 : 1;
    }

    /** Returns the parts of the worker ids of which each node is limited to one. */
    List<WorkerIdRange> parts() {
        long last = layout().workers() - 1;
        return divided
                ? List.of(new WorkerIdRange(0, last / 2), new WorkerIdRange(last / 2 + 1, last))
                : List.of(new WorkerIdRange(0, last));
    }

    /** Returns which worker ids a node is limited to, of those that are counted from 0. */
    WorkerIdRange workerIds(int node) {
        return parts().get(node % parts().size());
    }

    /** Returns the time that no id may be before; empty if there is none. */
    Optional<Instant> notBefore() {
        return begin.map(later -> Instant.ofEpochMilli(START_MILLIS).plus(later));
    }

    /** Returns the settings with which a node joins the fleet, counted from 0. */
    MemberSettings fleet(int number, MemberKind kind, String node) {
        MemberSettings.Builder settings = MemberSettings.builder(node)
                .kind(kind)
                .connectString("simulated:2181")
                .layout(layout())
                .window(window)
                .sessionTimeout(sessionTimeout)
                .maxSkew(maxSkew)
                .workerIds(workerIds(number));
        notBefore().ifPresent(settings::notBefore);
        return settings.build();
    }

    /**
     * Returns the time within which nodes serve once nothing fails any more: all possible reservations have passed by
     * then. A restore that was begun last takes its time, and so do the nodes that find one where there is none.
     */
    Duration recovery() {
        Duration usual = window.multipliedBy(3)
                .plus(maxSkew.multipliedBy(8))
                .plus(sessionTimeout.multipliedBy(3))
                .plusSeconds(30);
        return restores() ? usual.plus(longestReservation().multipliedBy(2)).plusSeconds(60) : usual;
    }

    /** Connects a process to an ensemble. */
    Link connect(SimulatedProcess process, MemoryEnsemble ensemble) {
        return new Link(process, ensemble, sessionTimeout, latency.toNanos());
    }
}
