package io.snowkeeper.simulation;

import io.snowkeeper.coordinator.Coordinator;
import io.snowkeeper.coordinator.FleetMembership;
import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.lease.LeasedMembership;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.coordinator.state.NodeStateStore;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.SharedStore;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.embedded.member.LeasedWorker;
import io.snowkeeper.node.service.Drain;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.Readiness;
import io.snowkeeper.node.service.message.NodeStatus;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.engine.SequenceExecutors;
import io.snowkeeper.sequences.engine.StoredSequences;
import io.snowkeeper.sequences.record.StateLimits;
import io.snowkeeper.simulation.judge.MemoryJudge;
import io.snowkeeper.simulation.machine.Disk;
import io.snowkeeper.simulation.machine.Link;
import io.snowkeeper.simulation.machine.Machine;
import io.snowkeeper.simulation.machine.SimulatedExecutor;
import io.snowkeeper.simulation.machine.SimulatedProcess;
import io.snowkeeper.simulation.machine.Stalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A node from one start to its end: the shipped classes of a node, put together as it does, without sockets, and its connections. */
final class NodeRun implements Coordinator {

    /** Small, so that worlds exceed each: a few ranges and returned numbers suffice for records apart from a state. */
    static final StateLimits LIMITS = new StateLimits(StateLimits.DEFAULT.renewAt(), 1, 2, 2, 3);

    private static final Duration WATCH_PACE = Duration.ofMillis(250);

    private static final int MOST_APART_MILLIS = 200;

    /** Many times the most that was ever seen without a defect. */
    private static final long MOST_ELEMENTS = 20_000;

    private final WorldSettings settings;
    private final String name;
    private final MemberSettings fleet;
    private final Machine machine;
    private final SimulatedProcess process;
    private final Stalls stalls;
    private final Servers servers;
    private final MillisClock clock;
    private final List<Link> links = new ArrayList<>();
    private final List<LeasedWorker> workers;
    private final List<NodeService> services;
    private final SharedStore ofIds;
    private final Readiness readiness;
    private final Drain drain;
    private boolean stopping;

    /**
     * The servers that it finds.
     *
     * @param ofIds where it looks for those of its worker id
     * @param ofSequences where it looks for those of its sequences
     * @param reachesOfIds whether it comes to the former at all
     * @param connected applied to each connection as it is made
     */
    record Servers(MemoryEnsemble ofIds, MemoryEnsemble ofSequences, boolean reachesOfIds, Consumer<Link> connected) {}

    NodeRun(
            WorldSettings settings,
            MemberSettings fleet,
            Machine machine,
            SimulatedProcess process,
            Stalls stalls,
            Servers servers) {
        this.settings = settings;
        this.fleet = fleet;
        this.name = fleet.node();
        this.machine = machine;
        this.process = process;
        this.stalls = stalls;
        this.servers = servers;
        this.clock = () -> {
            process.requireAlive();
            long millis = machine.clockMillis();
            stalls.mayPause(process);
            return millis;
        };
        this.ofIds = new SharedStore(this::connectForIds);
        this.workers = IntStream.range(0, settings.workerIdsOfNode())
                .mapToObj(member -> new LeasedWorker(ofMember(member), clock, process::nanoTime, this, this::sequences))
                .toList();
        this.drain = new Drain(Duration.ZERO);
        this.readiness = new Readiness(
                this::memberships,
                () -> refusal(worker -> worker.ids().refusal()),
                () -> refusal(worker -> worker.sortableIds().refusal()),
                clock,
                Duration.ZERO,
                drain::hasBegun);
        this.services = workers.stream()
                .map(worker -> new NodeService(
                                name, worker.ids(), clock, () -> NodeStatus.inFleet(name, worker.membershipStatus()))
                        .withReadiness(readiness)
                        .withSequences(workers.get(0)::sequences)
                        .withSortableIds(worker.sortableIds()))
                .toList();
    }

    /** Returns the fleet's name of a node's member with one of its worker ids, counted from 0. */
    static String memberName(String node, int member) {
        return member == 0 ? node : node + "/" + (member + 1);
    }

    private MemberSettings ofMember(int member) {
        return fleet.toBuilder()
                .node(memberName(name, member))
                .stateDirectory(Optional.empty())
                .build();
    }

    private Optional<Unavailability> refusal(Function<LeasedWorker, Optional<Unavailability>> of) {
        return workers.stream().map(of).flatMap(Optional::stream).findFirst();
    }

    /** @param failed called when it has ended by itself */
    void start(Runnable failed) {
        process.runWaiting(() -> {
            try {
                workers.get(0).join(fleet, Optional.empty());
                for (int member = 1; member < workers.size(); member++) {
                    // The connection may be there before them.
                    process.pause(Duration.ofMillis(process.random().nextInt(MOST_APART_MILLIS)));
                    workers.get(member).claim(ofMember(member));
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        watch(failed);
    }

    private void watch(Runnable failed) {
        process.loop()
                .after(
                        WATCH_PACE,
                        () -> process.run(() -> {
                            if (workers.stream()
                                    .anyMatch(worker ->
                                            worker.check(Duration.ZERO).isPresent())) {
                                kill();
                                failed.run();
                            } else {
                                watch(failed);
                            }
                        }));
    }

    /**
     * Ends it as SIGTERM does.
     *
     * @param stopped called when it has ended
     */
    void stop(Runnable stopped) {
        if (stopping) {
            // A second signal changes nothing; the end of this one's work would be taken for that of the first.
            return;
        }
        stopping = true;
        process.runWaiting(() -> {
            drain.begin();
            services.forEach(NodeService::drain);
            workers.forEach(LeasedWorker::close);
            stopped.run();
            kill();
        });
    }

    /** Ends it as kill -9 does. */
    void kill() {
        process.kill();
        links.forEach(Link::orphan);
    }

    void pause(long nanos) {
        process.pause(nanos);
        links.forEach(Link::pause);
    }

    private MemoryStore connect(MemoryEnsemble ensemble) {
        Link link = settings.connect(process, ensemble);
        links.add(link);
        servers.connected.accept(link);
        return link.store();
    }

    private MemoryStore connectForIds() {
        MemoryStore store = connect(servers.ofIds);
        if (!servers.reachesOfIds) {
            links.get(links.size() - 1).cut();
        }
        return store;
    }

    private MemoryStore connectInBulk() {
        MemoryStore store = connect(servers.ofSequences);
        store.takeAnswers(BulkConnection.MAX_ANSWER_BYTES);
        return store;
    }

    @Override
    public FleetMembership membership(
            MemberSettings fleet, MillisClock time, LeaseListener listener, Optional<LongSupplier> issued) {
        return new LeasedMembership(
                fleet,
                ofIds.share(),
                fleet.node().equals(name)
                        ? new Disk(process, machine, stalls, settings.restores())
                        : NodeStateStore.none(),
                time,
                process,
                listener,
                issued,
                new LeasedMembership.Executors(
                        new SimulatedExecutor(process, true), new SimulatedExecutor(process, true)));
    }

    @Override
    public CoordinationStore store(
            String connectString, Duration sessionTimeout, StoreSecurity security, int maxAnswerBytes) {
        throw new UnsupportedOperationException("sequences have the connections of their servers");
    }

    private Sequences sequences(SequenceSettings served, Supplier<Optional<String>> joined) {
        return new StoredSequences(
                served,
                connect(servers.ofSequences),
                this::connectInBulk,
                joined,
                new SequenceExecutors(
                        List.of(new SimulatedExecutor(process, false)),
                        new SimulatedExecutor(process, true),
                        new SimulatedExecutor(process, true)),
                process,
                LIMITS);
    }

    SimulatedProcess process() {
        return process;
    }

    List<Link> links() {
        return List.copyOf(links);
    }

    boolean isStopping() {
        return stopping;
    }

    NodeService service(int member) {
        return services.get(member);
    }

    List<MembershipStatus> memberships() {
        return workers.stream().map(LeasedWorker::membershipStatus).toList();
    }

    Readiness.Report readiness() {
        return readiness.check();
    }

    /** Requires that it keeps little in memory. */
    void requireLittleMemory() {
        workers.forEach(worker -> MemoryJudge.require(name, worker, MOST_ELEMENTS));
    }
}
