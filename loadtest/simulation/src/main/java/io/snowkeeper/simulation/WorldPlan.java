package io.snowkeeper.simulation;

import io.snowkeeper.simulation.judge.Verdict;
import io.snowkeeper.simulation.machine.Choices;
import io.snowkeeper.simulation.machine.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The input of a world. All of it follows from the seed, unless some strikes or nodes are left out.
 *
 * @param strikes all faults of the seed
 * @param kept which of them come, by their place in the list, in order
 */
record WorldPlan(long seed, WorldSettings settings, List<Strike> strikes, List<Integer> kept) {

    /** How many worlds have nodes with two worker ids. */
    private static final double FURTHER = 0.25;

    /** How many have worker ids that are divided among the nodes. */
    private static final double DIVIDED = 0.25;

    /** How many have ids that begin while faults come already. */
    private static final double BEGINS_LATER = 0.2;

    /** How likely nothing goes wrong for long after a fault: faults come together, and then none for a while. */
    private static final double CALM = 0.15;

    private static final long SHORTEST_CALM_NANOS = 1_000_000_000;
    private static final int CALMS_AT_LEAST = 4;

    /** How likely the last that strikes is a clock that is ahead where a process starts, and is set right with all else. */
    private static final double LAST_AHEAD = 0.4;

    /** How likely the whole fleet is stopped. */
    private static final double STOPS_FLEET = 0.3;

    /** How likely all servers are, if the fleet is; and if it is not. */
    private static final double RESTARTS_WITH_FLEET = 0.5;

    private static final double RESTARTS_SERVERS = 0.15;

    private static final long APART_NANOS = 10_000_000_000L;

    private static final long LAST_NANOS = 8_000_000_000L;

    /**
     * The probability that a day ends by the servers' clock that was set to another time the same number of seconds
     * before, if it is.
     */
    private static final double ENDS_BY_CLOCK = 0.5;

    private static final long CLOCK_SECONDS = 5;

    WorldPlan {
        strikes = List.copyOf(strikes);
        kept = List.copyOf(kept);
    }

    /** Returns the world of a seed, in which faults come for some time. */
    static WorldPlan of(long seed, Duration faults) {
        Choices choices = new Choices(seed);
        WorldSettings settings = WorldSettings.of(choices, faults);
        List<Strike> strikes = new ArrayList<>();
        long at = 0;
        while (at < faults.toNanos()) {
            int before = strikes.isEmpty() ? 0 : strikes.get(strikes.size() - 1).node();
            strikes.add(Strike.of(choices, at, settings, before));
            at += choices.chance(CALM)
                    ? choices.spread(SHORTEST_CALM_NANOS, faults.toNanos() / CALMS_AT_LEAST)
                    : choices.spread(1_000_000, settings.faultPause().toNanos() * 3);
        }
        if (choices.chance(LAST_AHEAD)) {
            long lasts = choices.spread(LAST_NANOS / 8, LAST_NANOS);
            strikes.add(new Strike(
                    faults.toNanos() - lasts,
                    Fault.SET_AHEAD,
                    (int) choices.between(0, settings.nodes() - 1),
                    lasts,
                    1,
                    false,
                    0));
        }
        boolean further = choices.chance(FURTHER);
        strikes.addAll(ofFleet(choices, faults));
        if (further) {
            settings = settings.withFurtherWorkerIds();
        }
        WorldSettings limited = limited(settings, choices);
        if (limited.isTotallyOrdered()) {
            strikes.addAll(ofOwner(choices, limited));
        }
        return new WorldPlan(
                seed,
                limited,
                strikes,
                IntStream.range(0, strikes.size()).boxed().toList());
    }

    private static WorldSettings limited(WorldSettings settings, Choices choices) {
        WorldSettings divided = choices.chance(DIVIDED) ? settings.withDividedWorkerIds() : settings;
        return choices.chance(BEGINS_LATER)
                ? divided.withBegin(
                        Duration.ofMillis(choices.between(1, settings.faults().toMillis() / 2)))
                : divided;
    }

    /**
     * Returns the strikes on the whole fleet, at any time, and on its servers shortly after or before, or by
     * themselves.
     */
    private static List<Strike> ofFleet(Choices choices, Duration faults) {
        List<Strike> strikes = new ArrayList<>();
        long at = choices.between(0, faults.toNanos());
        boolean stops = choices.chance(STOPS_FLEET);
        if (stops) {
            strikes.add(Strike.ofFleet(choices, at, Fault.STOP_FLEET));
        }
        if (choices.chance(stops ? RESTARTS_WITH_FLEET : RESTARTS_SERVERS)) {
            long apart = choices.between(-APART_NANOS, APART_NANOS);
            strikes.add(Strike.ofFleet(choices, Math.max(0, at + apart), Fault.RESTART_SERVERS));
        }
        return strikes;
    }

    /** Returns the strikes that hide from an issuing node that its time is over: its clock stops, and it is cut off. */
    private static List<Strike> ofOwner(Choices choices, WorldSettings settings) {
        List<Strike> strikes = new ArrayList<>();
        long window = settings.window().toNanos();
        for (long at = 0; at < settings.faults().toNanos(); at += window * 2) {
            int node = (int) choices.between(0, settings.nodes() - 1);
            long lasts = choices.spread(window, window * 3);
            strikes.add(new Strike(at, Fault.STOP_CLOCK, node, lasts, 0, false, 0));
            strikes.add(new Strike(at + choices.between(1, window / 2), Fault.CUT, node, lasts, 0, false, 0));
        }
        return strikes;
    }

    /** Returns at which second a company's day ends: while faults come, and often shortly after the servers' clock is set. */
    int dayEnds(Choices choices) {
        long last = settings.faults().toSeconds();
        List<Strike> clocks = strikes.stream()
                .filter(strike -> strike.fault() == Fault.STEP_SERVER_CLOCK)
                .toList();
        if (clocks.isEmpty() || !choices.chance(ENDS_BY_CLOCK)) {
            return (int) choices.between(1, last);
        }
        long set = Duration.ofNanos(choices.one(clocks).atNanos()).toSeconds();
        return (int) Math.min(last, set + choices.between(1, CLOCK_SECONDS));
    }

    /** Returns the same world with some of its faults alone. */
    WorldPlan keeping(List<Integer> strikesKept) {
        return new WorldPlan(seed, settings, strikes, strikesKept);
    }

    /** Returns the same world with fewer nodes, and without the strikes on the others. */
    WorldPlan withNodes(int nodes) {
        return new WorldPlan(
                seed,
                settings.withNodes(nodes),
                strikes,
                kept.stream().filter(i -> strikes.get(i).node() < nodes).toList());
    }

    /** Returns the faults that come. */
    List<Strike> coming() {
        return kept.stream().map(strikes::get).toList();
    }

    /** Lets it happen, and returns its picture. */
    String draw() {
        WorldRecording recording = new WorldRecording();
        Verdict verdict = World.of(this, false, recording);
        String title = "seed %s, %s nodes, window %s ms, session %s ms, allowed skew %s ms: %s"
                .formatted(
                        seed,
                        settings.nodes(),
                        settings.window().toMillis(),
                        settings.sessionTimeout().toMillis(),
                        settings.maxSkew().toMillis(),
                        verdict.broken().orElse("no promise is broken"));
        return new WorldPicture(recording).draw(title);
    }

    /** Lets it happen. */
    Verdict happen(boolean tells) {
        return World.of(this, tells);
    }
}
