package io.snowkeeper.loadtest.chaos.fault;

import io.snowkeeper.loadtest.chaos.check.Violations;
import io.snowkeeper.loadtest.chaos.fleet.Fleet;
import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import io.snowkeeper.loadtest.chaos.fleet.Service;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An injector of the schedule's faults, several at a time, but one at a time into each node and into the ensemble. It
 * measures the time until the node gives ids of all kinds again.
 */
public final class FaultInjector {

    /** Far more than any fault should take; a node that is not back by then does not come back. */
    private static final Duration RETURN_TIMEOUT = Duration.ofSeconds(90);

    private final Fleet fleet;
    private final Schedule schedule;
    private final Recovery recovery;
    private final Violations violations;
    private final Consumer<String> log;
    private final FaultTimes times = new FaultTimes();
    private final CallerPauses pauses;
    private final ReentrantLock ensembleTarget = new ReentrantLock();
    private final AtomicInteger ensembleFaults = new AtomicInteger();
    private final AtomicLong ensembleWholeNanos = new AtomicLong(System.nanoTime());
    private volatile @Nullable Exception broken;

    /** @param log receives each fault as it happens */
    public FaultInjector(
            Fleet fleet, Schedule schedule, Recovery recovery, Violations violations, Consumer<String> log) {
        this.fleet = fleet;
        this.schedule = schedule;
        this.recovery = recovery;
        this.violations = violations;
        this.log = log;
        this.pauses = new CallerPauses(fleet.serving().callers(), log);
    }

    /**
     * Lets faults happen for that long; begun ones are ended.
     *
     * @param atOnce how many at a time
     * @return how long nodes gave no ids
     * @throws IOException if a fault could not be made or mended
     */
    public FaultTimes run(Duration duration, int atOnce) throws IOException, InterruptedException {
        fleet.backups().make();
        long endNanos = System.nanoTime() + duration.toNanos();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < atOnce; i++) {
            Thread thread = new Thread(() -> injectUntil(endNanos), "fault-" + i);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Exception reason = broken;
        if (reason != null) {
            throw new IOException("a fault could not be made: " + reason.getMessage(), reason);
        }
        return times;
    }

    /** Returns the longest pauses of callers in total order, by the faults that affected them. */
    public FaultTimes pauses() {
        return pauses.times();
    }

    private void injectUntil(long endNanos) {
        try {
            while (System.nanoTime() - endNanos < 0 && broken == null) {
                PlannedFault planned = schedule.next();
                switch (planned.kind().scope()) {
                    case NODE -> injectIntoNode(planned);
                    case ENSEMBLE -> injectIntoEnsemble(planned);
                    case FLEET -> injectIntoFleet(planned);
                }
                Thread.sleep(planned.restMillis());
            }
        } catch (IOException | RuntimeException | InterruptedException e) {
            broken = e;
        }
    }

    private void injectIntoNode(PlannedFault planned) throws IOException, InterruptedException {
        FleetNode node = fleet.serving().node(planned.node());
        node.target().lock();
        try {
            boolean needed = fleet.serving().isNeeded(node);
            log(planned, "node " + node.name() + (needed ? ", which is active" : ""));
            long startNanos = System.nanoTime();
            FaultFactory.fault(planned.kind(), fleet, node, recovery).happen(planned.duration());
            awaitReturn(planned, List.of(node), System.nanoTime());
            if (needed) {
                pauses.add(planned, startNanos);
            }
        } finally {
            node.target().unlock();
        }
    }

    private void injectIntoEnsemble(PlannedFault planned) throws IOException, InterruptedException {
        ensembleTarget.lock();
        try {
            log(planned, "ZooKeeper");
            long startNanos = System.nanoTime();
            strikeEnsemble(planned);
            List<FleetNode> unharmed = fleet.nodes().stream()
                    .filter(node -> !node.target().isLocked())
                    .toList();
            awaitReturn(planned, unharmed, System.nanoTime());
            pauses.add(planned, startNanos);
        } finally {
            ensembleTarget.unlock();
        }
    }

    /** Waits until no other fault is at work anywhere. */
    private void injectIntoFleet(PlannedFault planned) throws IOException, InterruptedException {
        ensembleTarget.lock();
        fleet.nodes().forEach(node -> node.target().lock());
        try {
            log(planned, "all nodes and ZooKeeper");
            long startNanos = System.nanoTime();
            strikeEnsemble(planned);
            awaitReturn(planned, fleet.nodes(), System.nanoTime());
            pauses.add(planned, startNanos);
        } finally {
            fleet.nodes().forEach(node -> node.target().unlock());
            ensembleTarget.unlock();
        }
    }

    private void strikeEnsemble(PlannedFault planned) throws IOException, InterruptedException {
        ensembleFaults.incrementAndGet();
        try {
            FaultFactory.fault(planned.kind(), fleet, fleet.nodes().get(0), recovery)
                    .happen(planned.duration());
        } finally {
            ensembleWholeNanos.set(System.nanoTime());
            ensembleFaults.decrementAndGet();
        }
    }

    private void awaitReturn(PlannedFault planned, List<FleetNode> nodes, long endNanos) throws InterruptedException {
        long longest = 0;
        for (Service service : fleet.serving().services(nodes)) {
            longest = Math.max(longest, returnMillis(planned, service, endNanos));
        }
        times.add(planned.kind(), longest);
        log.accept(
                "%s #%s %s: ids again after %s ms".formatted(Instant.now(), planned.number(), planned.kind(), longest));
    }

    /** While ZooKeeper is away, too, nothing can be asked of a node: its time counts from when both are whole. */
    private long returnMillis(PlannedFault planned, Service service, long endNanos) throws InterruptedException {
        OptionalLong millis = service.awaitSince(endNanos, RETURN_TIMEOUT);
        while (millis.isEmpty() && isEnsembleStruckSince(System.nanoTime() - RETURN_TIMEOUT.toNanos())) {
            millis = service.awaitSince(ensembleWholeNanos.get(), RETURN_TIMEOUT);
        }
        if (millis.isEmpty()) {
            violations.add("a fleet must come back by itself: %s %s after %s (#%s)"
                    .formatted(service.missing(), RETURN_TIMEOUT, planned.kind(), planned.number()));
            return RETURN_TIMEOUT.toMillis();
        }
        long ensembleMillis = (ensembleWholeNanos.get() - endNanos) / 1_000_000;
        return Math.max(0, ensembleMillis > 0 ? millis.getAsLong() - ensembleMillis : millis.getAsLong());
    }

    private boolean isEnsembleStruckSince(long nanos) {
        return ensembleFaults.get() > 0 || ensembleWholeNanos.get() - nanos > 0;
    }

    private void log(PlannedFault planned, String target) {
        log.accept("%s #%s %s: %s, %s ms"
                .formatted(
                        Instant.now(),
                        planned.number(),
                        planned.kind(),
                        target,
                        planned.duration().toMillis()));
    }
}
