package io.snowkeeper.loadtest.chaos.fleet;

import io.snowkeeper.loadtest.chaos.member.EmbeddedMember;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.process.ResourceUsage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A node, or an embedded member, over all its lifetimes: its process, clock, state and links to ZooKeeper.
 *
 * <p>Faults take the {@link #target} before they change it; clients only ask for name, address and service.
 */
public final class FleetNode implements AutoCloseable {

    private final String name;
    private final int port;
    private final Launch launch;
    private final Path home;
    private final NodeClock clock;
    private final StateVolume state;
    private final List<Link> links;
    private final ServiceTimes service = new ServiceTimes();
    private final ServiceTimes sortableService = new ServiceTimes();
    private final ServiceTimes standby = new ServiceTimes();
    private final ReentrantLock target = new ReentrantLock();
    private volatile boolean expectedDown;
    private volatile JavaProcess process;
    private final AtomicInteger lifetimes = new AtomicInteger();

    /** The launch of a node, or of an embedded member: the same for all of the kind. */
    record Launch(List<Path> classPath, String mainClass, List<String> arguments, ClockLibrary clocks) {}

    FleetNode(String name, int port, Launch launch, Path home, List<Link> links, List<Integer> linkPorts)
            throws IOException {
        this.name = name;
        this.port = port;
        this.home = home;
        this.links = List.copyOf(links);
        clock = new NodeClock(launch.clocks(), home.resolve("clock"));
        List<String> arguments = new ArrayList<>(launch.arguments());
        arguments.addAll(List.of("--name", name, "--port", Integer.toString(port)));
        arguments.addAll(List.of("--state-dir", home.resolve("state").toString()));
        arguments.addAll(List.of(
                "--zookeeper",
                String.join(
                        ",", linkPorts.stream().map(link -> "127.0.0.1:" + link).toList())));
        this.launch = new Launch(launch.classPath(), launch.mainClass(), arguments, launch.clocks());
        state = new StateVolume(home.resolve("state"));
        process = launchProcess();
    }

    /** Returns the name that its lease carries in ZooKeeper. */
    public String name() {
        return name;
    }

    /** Returns whether it is an embedded member, which serves no sequences to others. */
    public boolean isEmbedded() {
        return launch.mainClass().equals(EmbeddedMember.class.getName());
    }

    /** Returns where clients connect, the same over all lifetimes. */
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** Returns when it gave snowflake ids. */
    public ServiceTimes service() {
        return service;
    }

    /** Returns when it gave sortable ids of every unit. */
    public ServiceTimes sortableService() {
        return sortableService;
    }

    /** Returns when it said that it stands by. */
    public ServiceTimes standby() {
        return standby;
    }

    /** Returns the lock that a fault holds while it works on this node. */
    public ReentrantLock target() {
        return target;
    }

    /** Returns its clock. */
    public NodeClock clock() {
        return clock;
    }

    /** Returns its state directory. */
    public StateVolume state() {
        return state;
    }

    /** Returns the links to ZooKeeper's servers, in their order. */
    public List<Link> links() {
        return links;
    }

    /** Returns how often its process was started. */
    public int lifetimes() {
        return lifetimes.get();
    }

    /** Sends SIGKILL, and waits until the process is gone. */
    public void kill() {
        expectedDown = true;
        process.kill();
    }

    /** Starts a new process. */
    public void start() throws IOException {
        process = launchProcess();
        expectedDown = false;
    }

    /** Sends SIGSTOP. */
    public void pause() throws IOException {
        process.pause();
    }

    /** Sends SIGCONT. */
    public void resume() throws IOException {
        process.resume();
    }

    /** Sends SIGTERM. Returns whether the process ended within the time. */
    public boolean stop(long seconds) throws InterruptedException {
        expectedDown = true;
        return process.stop(Duration.ofSeconds(seconds)).isPresent();
    }

    /** Returns whether the process ended without being stopped. */
    public boolean endedByItself() {
        return !expectedDown && !process.isAlive();
    }

    /** Returns the exit status of a process that {@link #endedByItself}. */
    public int exitStatus() {
        return process.exitStatus();
    }

    /** Returns the usage of its process, empty if there is none now. */
    public Optional<ResourceUsage> usage() {
        return process.usage();
    }

    @Override
    public void close() throws IOException {
        kill();
        state.close();
    }

    private JavaProcess launchProcess() throws IOException {
        lifetimes.incrementAndGet();
        return JavaProcess.start(
                List.of(),
                JavaProcess.SMALL,
                JavaProcess.mainClass(launch.classPath(), launch.mainClass()),
                launch.arguments(),
                clock.environment(),
                home.resolve("log"));
    }
}
