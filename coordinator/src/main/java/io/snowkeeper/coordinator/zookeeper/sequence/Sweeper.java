package io.snowkeeper.coordinator.zookeeper.sequence;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one node that is elected to it looks through all sequences again and again. Two that believe to be elected at once do
 * no harm: what they write is on the condition of what they have read.
 */
final class Sweeper {

    private static final Logger log = LoggerFactory.getLogger(Sweeper.class);

    /** Keys are known for minutes: one sweep in so many looks for them, and for what deleted sequences have left. */
    private static final int KEYS_EVERY = 5;

    private final CuratorFramework client;
    private final String root;
    private final AsyncTree tree;
    private final Function<String, ServedSequence> served;
    private final Duration interval;
    private final LeaderLatch latch;
    private final Map<String, Sweep> sweeps = new HashMap<>();
    private final SweepClock clock = new SweepClock();
    private final ScheduledExecutorService thread;

    private long passes;

    /** @param root the fleet's root with its leading slash */
    Sweeper(
            CuratorFramework client,
            String root,
            AsyncTree tree,
            Function<String, ServedSequence> served,
            String node,
            Duration interval) {
        this.client = client;
        this.root = root;
        this.tree = tree;
        this.served = served;
        this.interval = interval;
        this.latch = new LeaderLatch(client, root + SequencePaths.SWEEPER, node);
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "snowkeeper-sweeper");
            made.setDaemon(true);
            return made;
        });
    }

    void start() {
        Future<?> unused = thread.scheduleWithFixedDelay(
                this::sweepIfElected, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Stops sweeping. The election goes on without us when the session ends. */
    void stop() {
        thread.shutdownNow();
    }

    private void sweepIfElected() {
        try {
            if (latch.getState() == LeaderLatch.State.LATENT) {
                latch.start();
            }
            if (latch.hasLeadership()) {
                sweepAll();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) { // Curator declares no narrower one. The next sweep tries again.
            log.debug("a sweep did not come to its end: {}", e.getMessage());
        }
    }

    private void sweepAll() throws Exception {
        List<String> names = Sweep.answer(tree.children(SequencePaths.SEQUENCES));
        sweeps.keySet().retainAll(names);
        boolean keysToo = passes++ % KEYS_EVERY == 0;
        Map<String, Position> states = new HashMap<>();
        for (String name : names) {
            state(name).filter(state -> hasAnything(state.record())).ifPresent(state -> states.put(name, state));
        }
        if (!states.isEmpty()) {
            long asked = System.nanoTime();
            long now = client.setData()
                    .forPath(root + SequencePaths.SWEEPER, new byte[0])
                    .getMtime();
            clock.set(now, asked, System.nanoTime());
            for (Map.Entry<String, Position> state : states.entrySet()) {
                sweep(state.getKey(), state.getValue(), keysToo);
            }
        }
        if (keysToo) {
            for (String name : names) {
                removeRemains(name);
            }
        }
    }

    private static boolean hasAnything(SequenceRecord record) {
        return record.keys() > 0 || record.reservations() > 0;
    }

    private void sweep(String name, Position state, boolean keysToo) throws InterruptedException {
        Sweep sweep = sweeps.computeIfAbsent(name, unused -> new Sweep(name, tree, served, clock));
        try {
            if (state.record().reservations() > 0) {
                sweep.sweepReservations(state);
            }
            if (keysToo && state.record().keys() > 0) {
                sweep.sweepKeys(state);
            }
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            log.debug("sequence {} was not swept to the end: {}", name, e.getMessage());
        }
    }

    private Optional<Position> state(String name) throws InterruptedException, ExecutionException, TimeoutException {
        Optional<String> incarnation = incarnation(name);
        if (incarnation.isEmpty()) {
            return Optional.empty();
        }
        return Sweep.answer(tree.read(SequencePaths.state(name, incarnation.get())))
                .map(znode -> Position.of(incarnation.get(), znode, System.nanoTime()));
    }

    private Optional<String> incarnation(String name)
            throws InterruptedException, ExecutionException, TimeoutException {
        return Sweep.answer(tree.read(SequencePaths.name(name)))
                .map(znode -> znode.as(NameRecord.class).incarnation());
    }

    /** Deletes what a deleted sequence has left. */
    private void removeRemains(String name) throws Exception {
        // The children before the name, which is read as it is by then whatever server we have come to: a child that
        // it does not tell was there before, and is none any more.
        List<String> children = Sweep.answer(tree.children(SequencePaths.name(name)));
        Optional<Znode> znode = Sweep.answer(tree.readLatest(SequencePaths.name(name), null));
        if (znode.isEmpty()) {
            return;
        }
        String present = znode.get().as(NameRecord.class).incarnation();
        for (String child : children) {
            if (!Objects.equals(child, present)) {
                client.delete().deletingChildrenIfNeeded().forPath(root + SequencePaths.incarnation(name, child));
            }
        }
        if (present == null) {
            client.delete().withVersion(znode.get().stat().getVersion()).forPath(root + SequencePaths.name(name));
        }
    }
}
