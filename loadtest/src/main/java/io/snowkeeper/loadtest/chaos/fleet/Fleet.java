package io.snowkeeper.loadtest.chaos.fleet;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.snowkeeper.loadtest.chaos.member.EmbeddedMember;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.zookeeper.Ensemble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/** The ensemble, the nodes, and the links between them. */
public final class Fleet implements AutoCloseable {

    /** How many ZooKeeper servers there are. */
    static final int SERVERS = 3;

    private static final int CLIENT_PORT = 2181;
    private static final int QUORUM_PORT = 2888;
    private static final int ELECTION_PORT = 3888;

    /** Sessions of 0.8 to 8 seconds. No snapshot replaces the log, which is read at the end. */
    private static final String ZOOKEEPER_SETTINGS = """
            tickTime=400
            initLimit=50
            syncLimit=8
            admin.enableServer=false
            maxClientCnxns=0
            snapCount=100000000
            4lw.commands.whitelist=srvr
            """;

    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final FleetPlan plan;
    private final Network network;
    private final Ensemble ensemble;
    private final List<FleetNode> nodes = new ArrayList<>();
    private final Sessions sessions;
    private final Slots slots;
    private final Backups backups;
    private Serving serving = new AllServe(List.of());
    private final AtomicBoolean closed = new AtomicBoolean();

    private Fleet(FleetPlan plan, Network network, Ensemble ensemble, Path folder) {
        this.plan = plan;
        this.network = network;
        this.ensemble = ensemble;
        this.sessions = new Sessions(ensemble.connectString());
        this.slots = new Slots(ensemble.connectString());
        this.backups = new Backups(ensemble, folder);
    }

    /**
     * Starts everything, and comes back when ZooKeeper serves; the nodes may still be starting.
     *
     * @throws IOException if a process cannot be started, or a tool is missing
     */
    public static Fleet start(FleetPlan plan, Path folder) throws IOException, InterruptedException {
        Network network = Network.create(SERVERS);
        Fleet fleet = new Fleet(plan, network, startZooKeeper(network, plan.zooKeeperClassPath(), folder), folder);
        try {
            ClockLibrary clocks = ClockLibrary.compile(folder);
            int nodes = plan.nodes() - plan.embedded();
            for (int i = 1; i <= plan.nodes(); i++) {
                fleet.addNode("n" + i, i > nodes ? embedded(plan, clocks) : node(plan, clocks), folder);
            }
            fleet.serving = plan.order() == IdOrder.TOTAL ? OneServes.of(fleet.nodes) : new AllServe(fleet.nodes);
            return fleet;
        } catch (IOException | InterruptedException | RuntimeException e) {
            fleet.close();
            throw e;
        }
    }

    private static FleetNode.Launch node(FleetPlan plan, ClockLibrary clocks) {
        List<String> arguments = new ArrayList<>(List.of("serve"));
        arguments.addAll(plan.nodeArguments());
        return new FleetNode.Launch(plan.nodeClassPath(), "io.snowkeeper.cli.Main", arguments, clocks);
    }

    /** Its generators are in the node's jar. */
    private static FleetNode.Launch embedded(FleetPlan plan, ClockLibrary clocks) {
        List<Path> classPath = new ArrayList<>(plan.nodeClassPath());
        classPath.addAll(JavaProcess.ownClassPath());
        return new FleetNode.Launch(classPath, EmbeddedMember.class.getName(), plan.nodeArguments(), clocks);
    }

    /** Starts ZooKeeper's servers, each on a host of its own; without them, the network is taken down. */
    static Ensemble startZooKeeper(Network network, List<Path> classPath, Path folder)
            throws IOException, InterruptedException {
        List<Ensemble.Host> hosts = IntStream.range(0, SERVERS)
                .mapToObj(host -> new Ensemble.Host(
                        network.on(host), network.address(host), CLIENT_PORT, QUORUM_PORT, ELECTION_PORT))
                .toList();
        try {
            return Ensemble.start(hosts, classPath, JavaProcess.SMALL, ZOOKEEPER_SETTINGS, folder);
        } catch (IOException | InterruptedException | RuntimeException e) {
            network.close();
            throw e;
        }
    }

    private void addNode(String name, FleetNode.Launch launch, Path folder) throws IOException, InterruptedException {
        EventLoop loop = (EventLoop) loops.next();
        List<Link> links = new ArrayList<>();
        List<Integer> linkPorts = new ArrayList<>();
        for (int server = 0; server < SERVERS; server++) {
            int port = Ports.next();
            linkPorts.add(port);
            links.add(Link.open(loop, port, ensemble.address(server)));
        }
        nodes.add(new FleetNode(
                name, Ports.next(), launch, Files.createDirectories(folder.resolve(name)), links, linkPorts));
    }

    /** Returns its settings. */
    public FleetPlan plan() {
        return plan;
    }

    /** Returns the ZooKeeper servers. */
    public Ensemble ensemble() {
        return ensemble;
    }

    /** Returns the backups of ZooKeeper's data. */
    public Backups backups() {
        return backups;
    }

    /** Returns the network of the ZooKeeper servers. */
    public Network network() {
        return network;
    }

    /** Returns the nodes, which stay the same over all their lifetimes. */
    public List<FleetNode> nodes() {
        return List.copyOf(nodes);
    }

    /** Returns the serving nodes, and the checks after each fault. */
    public Serving serving() {
        return serving;
    }

    /** Returns a view of the nodes' sessions. */
    public Sessions sessions() {
        return sessions;
    }

    /** Returns the worker ids' slots. */
    public Slots slots() {
        return slots;
    }

    /**
     * Waits until every service of {@link #serving} has gone on after now.
     *
     * @throws IOException if one does not within the time; names it
     */
    public void awaitService(Duration timeout) throws IOException, InterruptedException {
        long now = System.nanoTime();
        for (Service service : serving.services(nodes)) {
            if (service.awaitSince(now, timeout).isEmpty()) {
                throw new IOException("%s within %s".formatted(service.missing(), timeout));
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        for (FleetNode node : nodes) {
            node.close();
        }
        ensemble.close();
        network.close();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
