package io.snowkeeper.simulation;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.MemberKind;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.Readiness;
import io.snowkeeper.simulation.machine.Choices;
import io.snowkeeper.simulation.machine.Coroutines;
import io.snowkeeper.simulation.machine.EventLoop;
import io.snowkeeper.simulation.machine.Link;
import io.snowkeeper.simulation.machine.Machine;
import io.snowkeeper.simulation.machine.SimulatedProcess;
import io.snowkeeper.simulation.machine.Stalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A node on its machine, from start to start. */
final class SimulatedNode {

    private static final Duration SUPERVISION = Duration.ofSeconds(1);

    /** Long enough to look how far sequences have come. */
    private static final Duration NOTING = Duration.ofSeconds(2);

    private static final long FOR_GOOD_NANOS = Duration.ofDays(1).toNanos();

    private final WorldSettings settings;
    private final EventLoop loop;
    private final Coroutines coroutines;
    private final MemoryEnsemble ensemble;
    private final Choices choices;
    private final Stalls stalls;
    private final String name;
    private final MemberSettings fleet;
    private final Machine machine;
    private Consumer<Link> isolation = link -> {};
    private boolean isolatedForGood;
    private boolean removed;
    private boolean held;
    private @Nullable MemoryEnsemble misled;
    private boolean blind;
    private @Nullable SimulatedProcess process;
    private @Nullable NodeRun run;
    private int runs;
    private long startedNanos;
    private final Set<String> stoppedProcesses = new HashSet<>();
    private final Map<String, Long> killedNanos = new HashMap<>();
    private final List<Disturbance> disturbances = new ArrayList<>();

    /** A time in which a process does not get on with its background work. */
    private record Disturbance(long fromNanos, long untilNanos) {}

    SimulatedNode(
            WorldSettings settings,
            EventLoop loop,
            Coroutines coroutines,
            MemoryEnsemble ensemble,
            Choices choices,
            Stalls stalls,
            int number) {
        this.settings = settings;
        this.loop = loop;
        this.coroutines = coroutines;
        this.ensemble = ensemble;
        this.choices = choices;
        this.stalls = stalls;
        this.name = "n" + number;
        this.fleet = settings.fleet(number, number % 2 == 0 ? MemberKind.EMBEDDED : MemberKind.NODE, name);
        this.machine = new Machine("m" + number, loop, WorldSettings.START_MILLIS);
    }

    /** Returns its name, which outlives its processes. */
    String name() {
        return name;
    }

    /** Returns its present process' name, unlike those before. */
    String processName() {
        return processName(0);
    }

    /** As above, for one of its worker ids, counted from 0. */
    String processName(int member) {
        return NodeRun.memberName(name, member) + "." + runs;
    }

    Machine machine() {
        return machine;
    }

    /** Returns whether it may stand still between a look at the clock and its use. */
    boolean mayStall() {
        return settings.stallProbability() > 0;
    }

    boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** How a node stands. */
    enum Condition {
        DOWN,
        PAUSED,
        WITHOUT_WORKER_ID,
        HOLDING;

        String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Returns how it stands, without anybody's noticing. */
    Condition condition() {
        if (!isUp()) {
            return Condition.DOWN;
        }
        if (!present().process().isAwake()) {
            return Condition.PAUSED;
        }
        boolean holds = memberships().stream().anyMatch(member -> member.phase() == MembershipStatus.Phase.HOLDING);
        return holds ? Condition.HOLDING : Condition.WITHOUT_WORKER_ID;
    }

    /** Returns whether it serves no ids until it is started again. */
    boolean hasFailed() {
        return isUp() && memberships().stream().anyMatch(member -> member.phase() == MembershipStatus.Phase.FAILED);
    }

    boolean isStopping() {
        return isUp() && present().isStopping();
    }

    /** Has the next process find other servers where it looks for those of its sequences; null for the right ones. */
    void mislead(@Nullable MemoryEnsemble elsewhere) {
        misled = elsewhere;
        blind = false;
    }

    /** Has the next process not reach the servers of its ids meanwhile. */
    void blind() {
        blind = true;
    }

    boolean isMisled() {
        return misled != null;
    }

    /** Does something to all connections, those that are still to come included, and has them never healed. */
    void isolate(Consumer<Link> cut) {
        isolateFurtherForGood(cut);
        links().forEach(isolation);
    }

    /** Applies an action to all further connections, until it is replaced. */
    void isolateFurther(Consumer<Link> cut) {
        if (!isolatedForGood) {
            isolation = cut;
        }
    }

    /** Does something to all connections that are still to come, and has them never healed. */
    void isolateFurtherForGood(Consumer<Link> cut) {
        isolatedForGood = true;
        isolation = cut.andThen(Link::keepBroken);
    }

    /** Ends the process at once, and never has another. */
    void remove() {
        kill();
        removed = true;
    }

    /** Lets no other process begin until {@link #letStart}. */
    void hold() {
        held = true;
    }

    /** Starts a process, which {@link #hold} does not keep from it any more. */
    void letStart() {
        held = false;
        start();
    }

    /** Starts a process, if there is none, when one may be and the machine is not suspended any more. */
    void start() {
        if (held || machine.isSuspended()) {
            loop.after(SUPERVISION, this::start);
        } else if (!isRunning() && !removed) {
            runs++;
            startedNanos = loop.nowNanos();
            SimulatedProcess begun = new SimulatedProcess(loop, coroutines, machine, choices.branch());
            process = begun;
            run = null;
            begun.run(() -> {
                NodeRun made = new NodeRun(settings, fleet, machine, begun, stalls, servers());
                run = made;
                // Its supervisor starts it again.
                made.start(() -> loop.after(SUPERVISION, this::start));
            });
        }
    }

    private NodeRun.Servers servers() {
        MemoryEnsemble elsewhere = misled;
        return new NodeRun.Servers(
                ensemble, elsewhere == null ? ensemble : elsewhere, !blind, link -> isolation.accept(link));
    }

    /** Returns whether a process has come so far that it can be asked. */
    private boolean isUp() {
        return isRunning() && run != null;
    }

    /** Returns whether a process was stopped as {@link #stop} does, and could write to the disk when it ended. */
    private boolean wasStopped(String processName) {
        return stoppedProcesses.contains(processName);
    }

    /**
     * Returns whether a process must have written its knowledge at some time to the disk: it was stopped, or has lived
     * on for long enough without a hindrance.
     */
    boolean mustHaveNoted(String processName, long atNanos) {
        long untilNanos = atNanos + NOTING.toNanos();
        boolean livedOn = killedNanos.getOrDefault(processName, 0L) >= untilNanos
                && !mayStall()
                && disturbances.stream().noneMatch(times -> times.fromNanos < untilNanos && times.untilNanos > atNanos);
        return machine.putNanos() < atNanos && (wasStopped(processName) || livedOn);
    }

    /** Something keeps processes from writing to the disk for a while. */
    void disturb(long nanos) {
        disturbances.add(new Disturbance(loop.nowNanos(), loop.nowNanos() + nanos));
    }

    /** Returns when the present process began, or the last one. */
    long startedNanos() {
        return startedNanos;
    }

    /** Ends the process as kill -9 does. */
    void kill() {
        if (isRunning()) {
            killedNanos.put(processName(), loop.nowNanos());
        }
        if (isUp()) {
            present().kill();
        } else if (process != null) {
            process.kill();
        }
    }

    /** Asks it to stop, as SIGTERM does. */
    void stop() {
        if (isUp()) {
            String stopped = processName();
            present().stop(() -> {
                if (!machine.isDiskFull()) {
                    stoppedProcesses.add(stopped);
                }
            });
        }
    }

    void pause(long nanos) {
        disturb(nanos);
        if (isUp()) {
            present().pause(nanos);
        }
    }

    /** Has the process stand still, and never has another. */
    void pauseForGood() {
        pause(FOR_GOOD_NANOS);
        removed = true;
    }

    /** Returns the connections of the present process. */
    List<Link> links() {
        return isUp() ? present().links() : List.of();
    }

    /** Does something as this node's own process, if it has one. */
    void inProcess(Runnable work) {
        if (isUp()) {
            present().process().run(work);
        }
    }

    /** Returns how something is done as the present process, if that lives still. */
    Consumer<Runnable> pin() {
        return present().process()::run;
    }

    /** @param member which of its worker ids a connection has, counted from 0 */
    NodeService service(int member) {
        return present().service(member);
    }

    /** Returns how it stands with each of its worker ids. */
    List<MembershipStatus> memberships() {
        return present().memberships();
    }

    Readiness.Report readiness() {
        return present().readiness();
    }

    /** Requires that the present process keeps little in memory, if there is one. */
    void requireLittleMemory() {
        if (isUp()) {
            present().requireLittleMemory();
        }
    }

    private NodeRun present() {
        return requireNonNull(run);
    }
}
