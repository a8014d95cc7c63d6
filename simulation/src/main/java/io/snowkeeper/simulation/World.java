package io.snowkeeper.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.node.service.Readiness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A fleet with its ensemble, its clients and all that goes wrong, which one seed decides. For a while faults come and go; then
 * nothing fails any more, and whatever should serve has to.
 */
final class World {

    private static final int STORY_LINES = 200;

    /** More than sequences may take until what was given out has come back, and was asked for once more. */
    private static final Duration SETTLING = Duration.ofMinutes(3);

    private final long seed;
    private final WorldSettings settings;
    private final List<Strike> strikes;
    private final EventLoop loop = new EventLoop();
    private final Coroutine.Carriers carriers = new Coroutine.Carriers();
    private final Trace trace;
    private final Machine server;
    private final MemoryEnsemble ensemble;
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final Stalls stalls;
    private final IdJudge ids;
    private final SequenceClients sequences;
    private final Operator operator;
    private final Map<Fault, Integer> struck = new EnumMap<>(Fault.class);

    private World(long seed, WorldSettings settings, List<Strike> strikes, Choices choices, boolean tells) {
        this.seed = seed;
        this.settings = settings;
        this.strikes = strikes;
        this.trace = new Trace(loop, tells ? STORY_LINES : 0);
        this.server = new Machine("servers", loop, WorldSettings.START_MILLIS);
        this.ensemble = new MemoryEnsemble(server::clockMillis);
        this.stalls = new Stalls(
                choices.branch(), settings.stallProbability(), settings.window().toNanos() * 3);
        SlotJudge slots = new SlotJudge(settings.layout());
        ensemble.observe(slots::wrote);
        this.ids = new IdJudge(settings.layout(), slots);
        for (int i = 0; i < settings.nodes(); i++) {
            SimulatedNode node = new SimulatedNode(settings, loop, carriers, ensemble, choices.branch(), stalls, i);
            nodes.add(node);
            new IdClient(node, loop, choices.branch(), ids, trace, choices.spread(20_000_000, 2_000_000_000L)).start();
        }
        this.sequences = new SequenceClients(nodes, loop, choices.branch(), trace);
        this.operator = new Operator(settings, loop, nodes, server, ensemble, trace);
    }

    /**
     * Returns the world of a seed, and lets it happen.
     *
     * @param faults for how long faults come
     * @param tells whether the verdict has a story
     */
    static Verdict of(long seed, Duration faults, boolean tells) {
        Choices choices = new Choices(seed);
        WorldSettings settings = WorldSettings.of(choices, faults);
        List<Strike> strikes = new ArrayList<>();
        long at = 0;
        while (at < faults.toNanos()) {
            strikes.add(Strike.of(choices, at, settings));
            at += choices.spread(1_000_000, settings.faultPause().toNanos() * 3);
        }
        return of(seed, settings, strikes, tells);
    }

    /** Returns a world with these faults alone. */
    static Verdict of(long seed, WorldSettings settings, List<Strike> strikes, boolean tells) {
        return new World(seed, settings, strikes, new Choices(~seed), tells).happen();
    }

    private Verdict happen() {
        Optional<String> broken = Optional.empty();
        try {
            trace.tell(settings.toString());
            for (int i = 0; i < nodes.size(); i++) {
                loop.after(Duration.ofMillis(100L * i), nodes.get(i)::start);
            }
            sequences.start();
            strikes.forEach(strike -> loop.after(strike.atNanos(), () -> strike(strike)));
            loop.runUntil(settings.faults().toNanos());
            stalls.end();
            operator.mendAll();
            trace.tell("nothing fails any more");
            loop.runUntil(loop.nowNanos() + settings.recovery().toNanos());
            requireServing();
            sequences.finish();
            loop.runUntil(loop.nowNanos() + SETTLING.toNanos());
            sequences.requireSettled();
        } catch (BrokenPromiseException e) {
            broken = Optional.of(String.valueOf(e.getMessage()));
            tellRecords("/workers");
            tellRecords("/claims");
            trace.tell("BROKEN: " + e.getMessage());
        } finally {
            nodes.forEach(SimulatedNode::kill);
            endCoroutines();
        }
        return new Verdict(
                seed,
                trace.digest(),
                Duration.ofNanos(loop.nowNanos()),
                ids.count(),
                sequences.count(),
                loop.done(),
                struck,
                broken,
                trace.lines());
    }

    private void strike(Strike strike) {
        if (operator.strike(strike)) {
            struck.merge(strike.fault(), 1, Integer::sum);
            trace.tell("* " + strike);
        }
    }

    /** As many nodes as there are worker ids have one, and what a node says of itself is true. */
    private void requireServing() {
        int serving = 0;
        for (SimulatedNode node : nodes) {
            Readiness.Report report = node.readiness();
            boolean holds = node.status().phase() == Phase.HOLDING;
            if (report.isReady()) {
                serving++;
            } else if (holds) {
                throw new BrokenPromiseException("%s has a worker id and is not ready %s after the last fault: %s"
                        .formatted(node.name(), settings.recovery(), report.failed()));
            }
        }
        long due = Math.min(settings.nodes(), settings.layout().workers());
        if (serving < due) {
            throw new BrokenPromiseException("%d nodes serve ids %s after the last fault, and %d could: %s"
                    .formatted(
                            serving,
                            settings.recovery(),
                            due,
                            nodes.stream().map(SimulatedNode::status).toList()));
        }
    }

    private void tellRecords(String parent) {
        for (String name : ensemble.children(parent).stream().sorted().toList()) {
            ensemble.record(parent + "/" + name)
                    .ifPresent(found -> trace.tell(
                            "%s/%s %s %s".formatted(parent, name, new String(found.payload(), UTF_8), found.stamp())));
        }
    }

    /** What waits in a coroutine is told that its process is over, so that no thread is left. */
    private void endCoroutines() {
        loop.runUntil(loop.nowNanos());
        carriers.close();
    }
}
