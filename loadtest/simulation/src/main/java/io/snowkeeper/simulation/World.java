package io.snowkeeper.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.business.PeriodRule;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.node.service.Readiness;
import io.snowkeeper.simulation.judge.BrokenPromiseException;
import io.snowkeeper.simulation.judge.DiskJudge;
import io.snowkeeper.simulation.judge.IdJudge;
import io.snowkeeper.simulation.judge.KeyJudge;
import io.snowkeeper.simulation.judge.LimitJudge;
import io.snowkeeper.simulation.judge.LossJudge;
import io.snowkeeper.simulation.judge.ReservationJudge;
import io.snowkeeper.simulation.judge.RestoreJudge;
import io.snowkeeper.simulation.judge.SequenceRefusalJudge;
import io.snowkeeper.simulation.judge.SlotJudge;
import io.snowkeeper.simulation.judge.Verdict;
import io.snowkeeper.simulation.machine.Choices;
import io.snowkeeper.simulation.machine.Coroutines;
import io.snowkeeper.simulation.machine.EventLoop;
import io.snowkeeper.simulation.machine.Fault;
import io.snowkeeper.simulation.machine.Machine;
import io.snowkeeper.simulation.machine.Pace;
import io.snowkeeper.simulation.machine.SimulatedProcess;
import io.snowkeeper.simulation.machine.Stalls;
import io.snowkeeper.simulation.machine.Trace;
import io.snowkeeper.testkit.oracle.OrderJudge;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A fleet with its ensemble, its clients and all that goes wrong, which one seed decides. For a while faults come and
 * go; then nothing fails any more, and every node that should serve has to.
 */
final class World {

    private static final Set<Fault> KEEPING_WORKER_ID =
            EnumSet.of(Fault.STEP_CLOCK, Fault.FILL_DISK, Fault.CUT_FURTHER);

    private static final int STORY_LINES = 200;

    /** More than sequences may take until handed-out numbers have come back, and were requested once more. */
    private static final Duration SETTLING = Duration.ofMinutes(3);

    /** More than it takes to copy the ledgers to their ends. */
    private static final Duration AUDITING = Duration.ofSeconds(30);

    /** How long a request's write may take beyond faults. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final long DOCUMENTS = 1_000_000;

    /** How likely a company counts its documents anew each day. */
    private static final double DAILY = 0.6;

    private final long seed;
    private final WorldSettings settings;
    private final List<Strike> strikes;
    private final EventLoop loop = new EventLoop();
    private final Coroutines coroutines = new Coroutines(loop);
    private final Trace trace;
    private final Machine server;
    private final MemoryEnsemble ensemble;
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final Stalls stalls;
    private final Pace pace;
    private final IdJudge ids;
    private final SequenceClients sequences;
    private final List<DocumentClients> documents;
    private final LossJudge losses;
    private final ReservationJudge reservations = new ReservationJudge();
    private final RestoreJudge restores = new RestoreJudge(loop::nowNanos);
    private final RetirementOperator retirement;
    private final RecoveryOperator recovery;
    private final RestoreOperator restoring;
    private final Operator operator;
    private Optional<WorldRecording> recording = Optional.empty();
    private final Map<Fault, Integer> struck = new EnumMap<>(Fault.class);

    private World(WorldPlan plan, Choices choices, boolean tells) {
        this.seed = plan.seed();
        this.settings = plan.settings();
        this.strikes = plan.coming();
        this.trace = new Trace(loop, tells ? STORY_LINES : 0);
        this.server = new Machine("servers", loop, WorldSettings.START_MILLIS);
        this.ensemble = new MemoryEnsemble(server::clockMillis);
        this.stalls = new Stalls(
                choices.branch(), settings.stallProbability(), settings.window().toNanos() * 3);
        this.pace = new Pace(loop, choices.spread(500_000_000, 5_000_000_000L));
        SlotJudge slots = new SlotJudge(settings.layout());
        ensemble.observe(slots::wrote);
        SequenceRefusalJudge refusals = new SequenceRefusalJudge(loop::nowNanos);
        ensemble.observe(refusals::wrote);
        ensemble.observe(new KeyJudge()::wrote);
        ensemble.observe(reservations::wrote);
        ensemble.observe(restores::wrote);
        LimitJudge limits = new LimitJudge(settings.layout(), settings.notBefore());
        this.ids = new IdJudge(settings.layout(), slots, limits);
        DiskJudge disks = new DiskJudge(settings.layout());
        OrderJudge order = settings.isTotallyOrdered()
                ? OrderJudge.ofOneWorker(BrokenPromiseException::raise)
                : OrderJudge.ofManyWorkers();
        for (int i = 0; i < settings.nodes(); i++) {
            SimulatedNode node = new SimulatedNode(settings, loop, coroutines, ensemble, choices.branch(), stalls, i);
            nodes.add(node);
            for (int member = 0; member < settings.workerIdsOfNode(); member++) {
                limits.add(NodeRun.memberName(node.name(), member), settings.workerIds(i));
                new IdClient(node, member, loop, choices.branch(), ids, disks, order, trace, pace).start();
            }
        }
        // A process may do the writes of requests from before the last fault when that has ended.
        this.losses = new LossJudge(
                loop::nowNanos, settings.faults().plus(Strike.longest(settings)).plus(PATIENCE));
        ensemble.observe(losses::wrote);
        this.sequences = new SequenceClients(nodes, loop, choices.branch(), pace, refusals, losses, restores, trace);
        SimulatedProcess retiring = new SimulatedProcess(loop, coroutines, server, choices.branch());
        this.retirement = new RetirementOperator(settings, retiring, ensemble, trace);
        Choices ofInvoices = choices.branch();
        Choices ofTickets = choices.branch();
        this.documents = List.of(
                documents("invoices", AtExpiry.HOLD, daysEnd(plan, choices), ofInvoices),
                documents("tickets", AtExpiry.RETURN, daysEnd(plan, choices), ofTickets));
        RestoredWorld restored =
                new RestoredWorld(ensemble, sequences, documents, restores, refusals, losses, reservations);
        DataOperator data = new DataOperator(settings, loop, nodes, ensemble, retirement, restored::isComplete, trace);
        Choices ofRecoveries = choices.branch();
        Supplier<SimulatedProcess> recovering =
                () -> new SimulatedProcess(loop, coroutines, server, ofRecoveries.branch());
        this.recovery =
                new RecoveryOperator(settings, loop, recovering, ensemble, nodes, restored, choices.branch(), trace);
        this.restoring =
                new RestoreOperator(settings, loop, ensemble, nodes, data, recovery, restored, choices.branch(), trace);
        this.operator = new Operator(settings, loop, nodes, server, data, restoring, trace);
    }

    /** Returns at which second the days of a company end, if it counts its documents by them. */
    private static OptionalInt daysEnd(WorldPlan plan, Choices choices) {
        return choices.chance(DAILY) ? OptionalInt.of(plan.dayEnds(choices)) : OptionalInt.empty();
    }

    private DocumentClients documents(String name, AtExpiry atExpiry, OptionalInt daysEnd, Choices own) {
        SequenceDefinition sequence = new SequenceDefinition(
                name,
                SequenceMode.GAPLESS,
                List.of(new NumberRange(1, DOCUMENTS)),
                SequenceOptions.DEFAULT.withAtExpiry(atExpiry));
        if (daysEnd.isPresent()) {
            // The clocks start at midnight of UTC: west of it the day ends so much later.
            ZoneOffset zone = ZoneOffset.ofTotalSeconds(-daysEnd.getAsInt());
            sequence = sequence.withPeriods(new PeriodRule(PeriodLength.DAY, zone));
        }
        return new DocumentClients(sequence, nodes, loop, own, pace, restores, trace);
    }

    /**
     * Runs the world of a seed.
     *
     * @param faults for how long faults come
     * @param tells whether the verdict has a story
     */
    static Verdict of(long seed, Duration faults, boolean tells) {
        return of(WorldPlan.of(seed, faults), tells);
    }

    /** Lets a world happen. */
    static Verdict of(WorldPlan plan, boolean tells) {
        return made(plan, tells).happen();
    }

    /** Lets a world happen, and has it recorded. */
    static Verdict of(WorldPlan plan, boolean tells, WorldRecording recording) {
        World world = made(plan, tells);
        world.recording = Optional.of(recording);
        world.ensemble.observe((path, record) -> recording.wrote(world.loop.nowNanos(), path, record));
        recording.begin(plan.settings(), world.loop, world.nodes);
        return world.happen();
    }

    private static World made(WorldPlan plan, boolean tells) {
        return new World(plan, new Choices(~plan.seed()), tells);
    }

    private Verdict happen() {
        Optional<String> broken = Optional.empty();
        try {
            trace.tell(settings.toString());
            for (int i = 0; i < nodes.size(); i++) {
                loop.after(Duration.ofMillis(100L * i), nodes.get(i)::start);
            }
            operator.start();
            sequences.start();
            documents.forEach(DocumentClients::start);
            strikes.forEach(strike -> loop.after(strike.atNanos(), () -> strike(strike)));
            coroutines.runUntil(settings.faults().toNanos());
            nodes.forEach(SimulatedNode::requireLittleMemory);
            stalls.end();
            operator.mendAll();
            trace.tell("nothing fails any more");
            settings.lasting().ifPresent(operator::breakForGood);
            coroutines.runUntil(loop.nowNanos() + settings.recovery().toNanos());
            requireServing();
            retirement.requireDone();
            restoring.requireDone();
            documents.forEach(clients -> clients.finish(healthy()));
            SequenceEnding ending = new SequenceEnding(sequences, reservations, healthy(), loop);
            ending.begin();
            new PlentyOperator(ensemble, loop).begin(settings.plenty());
            if (settings.plenty() == WorldSettings.Plenty.CALLS) {
                ending.askForMany();
            }
            coroutines.runUntil(loop.nowNanos() + SETTLING.toNanos());
            ending.closeBooks();
            documents.forEach(DocumentClients::closeBooks);
            coroutines.runUntil(loop.nowNanos() + AUDITING.toNanos());
            ending.requireSettled();
            documents.forEach(DocumentClients::requireRight);
            losses.requireExplained();
            if (settings.plenty() != WorldSettings.Plenty.NAMES) {
                nodes.forEach(SimulatedNode::requireLittleMemory);
            }
        } catch (BrokenPromiseException e) {
            broken = Optional.of(String.valueOf(e.getMessage()));
            tellRecords("/workers");
            tellRecords("/claims");
            trace.tell("BROKEN: " + e.getMessage());
        } finally {
            nodes.forEach(SimulatedNode::kill);
            retirement.kill();
            recovery.kill();
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

    /** Returns the nodes that nothing is wrong with at the end. */
    private List<SimulatedNode> healthy() {
        boolean all = settings.lasting().isEmpty() || settings.lasting().get() == Fault.STRAY;
        return all ? nodes : nodes.subList(0, nodes.size() - 1);
    }

    private void strike(Strike strike) {
        if (operator.strike(strike)) {
            pace.stir();
            loop.after(strike.lastsNanos(), pace::stir);
            struck.merge(strike.fault(), 1, Integer::sum);
            trace.tell("* " + strike);
            recording.ifPresent(all -> all.struck(strike));
        }
    }

    /** As many worker ids as there are, and nodes want, are held, and a node's report on itself is true. */
    private void requireServing() {
        int serving = 0;
        for (SimulatedNode node : healthy()) {
            Readiness.Report report = node.readiness();
            long holding = node.memberships().stream()
                    .filter(member -> member.phase() == Phase.HOLDING)
                    .count();
            serving += (int) holding;
            if (holding == settings.workerIdsOfNode() && !report.isReady()) {
                throw new BrokenPromiseException("%s has a worker id and is not ready %s after the last fault: %s"
                        .formatted(node.name(), settings.recovery(), report.failed()));
            }
        }
        long due = settings.parts().stream().mapToLong(this::due).sum();
        if (serving < due) {
            throw new BrokenPromiseException("%s worker ids serve %s after the last fault, and %s could: %s"
                    .formatted(
                            serving,
                            settings.recovery(),
                            due,
                            nodes.stream().map(SimulatedNode::memberships).toList()));
        }
    }

    /** Returns how many of the worker ids of a part can be held, and are asked for. */
    private long due(WorkerIdRange part) {
        long asking = IntStream.range(0, healthy().size())
                .filter(node -> settings.workerIds(node).equals(part))
                .count();
        // A node without a right clock or disk keeps its worker ids, and no other node may use them; so does one with
        // its connections left.
        boolean keeps = settings.lasting().filter(KEEPING_WORKER_ID::contains).isPresent()
                && settings.workerIds(nodes.size() - 1).equals(part);
        long kept = keeps ? settings.workerIdsOfNode() : 0;
        return Math.min(asking * settings.workerIdsOfNode(), part.size() - kept - retirement.retired(part));
    }

    private void tellRecords(String parent) {
        for (String name : ensemble.children(parent).stream().sorted().toList()) {
            ensemble.record(parent + "/" + name)
                    .ifPresent(found -> trace.tell(
                            "%s/%s %s %s".formatted(parent, name, new String(found.payload(), UTF_8), found.stamp())));
        }
    }

    /** Code that waits in a coroutine is interrupted, since its process is over, so that no thread is left. */
    private void endCoroutines() {
        coroutines.runUntil(loop.nowNanos());
        coroutines.close();
    }
}
