package io.snowkeeper.sequences.sweep;

import io.snowkeeper.coordinator.store.Election;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.access.ClockAgreement;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.catalogue.UnreadableRecords;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.record.Position;
import io.snowkeeper.sequences.record.SequencePaths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sweeper of a node: if elected, looks at all sequences, and at each again when it has changed and when something
 * of it may be due. Two that believe to be elected at once do no harm: their writes are on the condition of their
 * reads.
 *
 * <p>A pass over sequences at rest reads nothing, except one record every few seconds, which shows that the connection
 * lives. Reads go over a connection of its own.
 */
public final class Sweeper {

    private static final Logger log = LoggerFactory.getLogger(Sweeper.class);

    /** Keys are known for minutes: one pass in this many looks for them. */
    private static final int KEYS_EVERY = 5;

    private static final int READS_AT_ONCE = 250;

    private final BulkConnection bulk;
    private final SweepAgenda agenda;
    private final UnreadableRecords unreadable;
    private final RemainsRemoval removal;
    private final ServedFleet fleet;
    private final BiFunction<String, Command<?>, CompletableFuture<?>> sequences;
    private final Duration interval;
    private final Candidacy candidacy;
    private final Map<String, Sweep> sweeps = new HashMap<>();
    private final SweepClock clock;
    private final ScheduledExecutorService thread;
    private final LongSupplier nanoTime;

    private long passes;

    /** The last error that was logged: the same one comes with each turn. */
    private String lastError = "";

    /**
     * @param elections makes the election of the node that sweeps, not entered yet
     * @param clocks how the node's clock is compared with ZooKeeper's before anything is taken for old
     */
    public Sweeper(
            Supplier<Election> elections,
            BulkConnection bulk,
            UnreadableRecords unreadable,
            ServedFleet fleet,
            BiFunction<String, Command<?>, CompletableFuture<?>> sequences,
            Duration interval,
            ScheduledExecutorService thread,
            ExecutorService removalThread,
            ClockAgreement clocks) {
        LongSupplier nanoTime = clocks.environment()::nanoTime;
        this.clock = new SweepClock(clocks);
        this.candidacy = new Candidacy(elections, nanoTime);
        this.bulk = bulk;
        this.agenda = new SweepAgenda(nanoTime);
        this.unreadable = unreadable;
        this.removal = new RemainsRemoval(bulk, removalThread);
        this.fleet = fleet;
        this.sequences = sequences;
        this.interval = interval;
        this.thread = thread;
        this.nanoTime = nanoTime;
    }

    public void start() {
        Future<?> unused = thread.scheduleWithFixedDelay(
                this::sweepIfElected, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Stops sweeping. The election goes on without us when the session ends. */
    public void stop() {
        thread.shutdownNow();
        removal.stop();
    }

    private void sweepIfElected() {
        try {
            if (fleet.isClosed()) {
                // Another fleet, if that is where we have come to, must not wait for us to sweep.
                candidacy.close();
            } else if (candidacy.isElected()) {
                sweep();
            } else {
                agenda.forget();
                sweeps.clear();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            note("the election of the sweeper is not known", e);
        }
    }

    private void sweep() throws InterruptedException {
        try {
            sweepAll(bulk.tree());
            candidacy.swept();
        } catch (ExecutionException | TimeoutException | RuntimeException | Error e) {
            note("a sweep did not come to its end", e);
            candidacy.failed(String.valueOf(e.getMessage()));
        }
    }

    /** An error, too, must not end the turns: nothing would be swept any more, and nothing logged. */
    private void note(String what, Throwable e) {
        if (e instanceof Error && !lastError.equals(e.toString())) {
            lastError = e.toString();
            log.error("{}, and is tried again at the next turn", what, e);
        } else {
            log.debug("{}: {}", what, e.getMessage());
        }
    }

    private void sweepAll(SequenceStore tree) throws InterruptedException, ExecutionException, TimeoutException {
        if (agenda.update(tree)) {
            sweeps.keySet().removeIf(name -> !agenda.names().has(name));
            unreadable.retain(agenda.names().all());
        }
        boolean keysToo = passes++ % KEYS_EVERY == 0;
        Set<String> chosen = new LinkedHashSet<>(agenda.next());
        sweeps.forEach((name, sweep) -> {
            if (sweep.isDue()) {
                chosen.add(name);
            }
        });
        Map<String, Position> states = states(tree, new ArrayList<>(chosen));
        boolean waits = !states.isEmpty() || sweeps.values().stream().anyMatch(Sweep::waits);
        if (!states.isEmpty() || clock.isStale(nanoTime.getAsLong(), waits)) {
            clock.ask(tree);
        }
        for (Map.Entry<String, Position> state : states.entrySet()) {
            sweep(tree, state.getKey(), state.getValue(), keysToo);
        }
    }

    /** Reads the states of those that have something to sweep. */
    private Map<String, Position> states(SequenceStore tree, List<String> chosen)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<String, Position> states = new LinkedHashMap<>();
        for (int from = 0; from < chosen.size(); from += READS_AT_ONCE) {
            Map<String, CompletableFuture<SweptName>> reads = new LinkedHashMap<>();
            chosen.subList(from, Math.min(chosen.size(), from + READS_AT_ONCE))
                    .forEach(name -> reads.put(name, SweptName.read(tree, name, agenda.watch(name), nanoTime)));
            for (Map.Entry<String, CompletableFuture<SweptName>> read : reads.entrySet()) {
                String name = read.getKey();
                Optional<Position> state = look(tree, name, read.getValue());
                if (state.isPresent()) {
                    states.put(name, state.get());
                } else {
                    sweeps.remove(name);
                }
            }
        }
        return states;
    }

    /** Returns the state if it has something to sweep. */
    private Optional<Position> look(SequenceStore tree, String name, CompletableFuture<SweptName> read)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            SweptName found = tree.await(read);
            unreadable.wasRead(SequencePaths.name(name));
            if (found.hasRemains()) {
                removal.begin(name);
            }
            Optional<Position> state = found.swept();
            // From now on it is due until it is swept, whatever happens between.
            state.ifPresent(unused -> sweepOf(name).expect());
            agenda.looked(name, !found.isUnsettled());
            return state;
        } catch (ExecutionException e) {
            // Only that name is affected.
            unreadable.note(SequencePaths.name(name), UnreadableRecords.reason(e));
            agenda.looked(name, false);
            return Optional.empty();
        }
    }

    private Sweep sweepOf(String name) {
        return sweeps.computeIfAbsent(name, unused -> new Sweep(name, sequences, clock, unreadable, nanoTime));
    }

    private void sweep(SequenceStore tree, String name, Position state, boolean keysToo) throws InterruptedException {
        try {
            sweepOf(name).sweep(tree, state, keysToo);
        } catch (ExecutionException | TimeoutException | RuntimeException | Error e) {
            note("sequence " + name + " was not swept to the end", e);
        }
    }
}
