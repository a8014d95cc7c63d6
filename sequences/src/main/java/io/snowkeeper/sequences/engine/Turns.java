package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import io.snowkeeper.coordinator.store.Watch;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.TurnRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The turns of one node among the writers of the same sequence: one writes for some twenty round trips, while the
 * others wait, whose writes would fail on a stale state. Used by the writer's thread only.
 *
 * <p>A writer that has lost several times registers in a znode as waiting, and knocks: it makes and deletes a child of
 * the state, which the stamp of the next write shows to its writer, at no cost. That one reads the waiting list; when
 * its time is over, its next write passes the turn on, and a watch reports that.
 *
 * <p>All of it is a hint. Even if it is lost, late, or written by another program, a wait has an end, and then the node
 * writes as if there were no turns: only the version of the state decides.
 */
final class Turns {

    private static final Logger log = LoggerFactory.getLogger(Turns.class);

    /** Others register at the same moment; a node that cannot waits until its wait ends. */
    private static final int MAX_TRIES_TO_JOIN = 5;

    private final String sequence;
    private final SequenceStore tree;
    private final WriterExecutor executor;
    private final Environment environment;
    private final String process;
    private final Runnable resume;
    private final Watch watch;
    private final Contention contention = new Contention();

    /** The incarnation that the other fields belong to. */
    private String incarnation = "";

    private TurnRecord known = TurnRecord.NONE;

    /** The znode's content after the write that is under way. */
    private @Nullable TurnRecord passing;

    /** The number of the last turn that was ours. */
    private long numberUsed;

    /** The state's count of child changes as our last write has left it. */
    private int knocks;

    private boolean waiting;

    /** Whether we write since it seems to be our turn, before that was read. */
    private boolean presumed;

    /** How often we have waited, or heard something meanwhile. */
    private long waits;

    private int triesToJoin;
    private long began;

    /** Since when there is nothing to write, as {@link #idles} says. */
    private long idleSince;

    private boolean idles;
    private boolean looksForIdleness;

    /**
     * @param process our identity
     * @param resume called when it is our turn, or a wait has lasted too long
     */
    Turns(
            String sequence,
            SequenceStore tree,
            WriterExecutor executor,
            Environment environment,
            String process,
            Runnable resume) {
        this.sequence = sequence;
        this.tree = tree;
        this.executor = executor;
        this.environment = environment;
        this.process = process;
        this.resume = resume;
        this.began = environment.nanoTime();
        // One for all reads: a store may keep every other one until it is called.
        this.watch = () -> execute(this::changed);
    }

    /** Returns whether it is another node's turn. */
    boolean isWaiting() {
        return waiting;
    }

    /** Notes that there is something to write, and returns whether that is to be done, and anything to be read for it. */
    boolean mayWrite() {
        if (idles) {
            idles = false;
            contention.idled(environment.nanoTime() - idleSince);
        }
        return !waiting;
    }

    /** Notes that another node's write was before ours. If that goes on, this is waiting from now on. */
    void conflicted(String stateOf) {
        about(stateOf);
        if (!waiting && contention.conflicted(environment.nanoTime())) {
            await();
            join();
        }
    }

    /** Notes that the write was done which {@link #passingOn} was for last. If that has passed the turn on, this is waiting from now on. */
    void written(String stateOf, long sent, @Nullable RecordStamp state) {
        about(stateOf);
        // If the read before it got no answer, this has happened all the same.
        presumed = false;
        contention.written(environment.nanoTime() - sent);
        if (state != null && state.childChanges() != knocks) {
            knocks = state.childChanges();
            then(tree.read(path()), this::heard);
        }
        if (passing != null) {
            known = passing;
            passing = null;
            await();
            look();
        }
    }

    /** Returns the changes of a write that is sent. One that passes the turn on is the last of them, if others wait and our time is over. */
    List<Change> passingOn(List<Change> changes, String stateOf) {
        about(stateOf);
        passing = null;
        if (!known.othersWait(process) || environment.nanoTime() - began < contention.turnNanos()) {
            return changes;
        }
        passing = known.passedOnBy(process, true);
        List<Change> all = new ArrayList<>(changes);
        all.add(new Change.Set(path(), PayloadCodec.encode(passing), StoreSession.ANY_VERSION));
        return all;
    }

    /** Notes that the turn cannot be passed on. */
    void notPassed() {
        known = TurnRecord.NONE;
        passing = null;
    }

    /** Notes that there is nothing to write at present. If that goes on, the turn is passed on. */
    void idle() {
        if (!idles) {
            idles = true;
            idleSince = environment.nanoTime();
        }
        if (waiting || presumed || looksForIdleness || !known.othersWait(process)) {
            return;
        }
        long left = contention.maxIdleNanos() - (environment.nanoTime() - idleSince);
        if (left > 0) {
            looksForIdleness = true;
            executor.schedule(this::lookForIdleness, left);
        } else {
            byte[] passed = PayloadCodec.encode(known.passedOnBy(process, false));
            // It is another node's turn, which handles the waiting list then.
            known = TurnRecord.NONE;
            then(tree.write(List.of(new Change.Set(path(), passed, StoreSession.ANY_VERSION))), done -> {});
        }
    }

    private void lookForIdleness() {
        looksForIdleness = false;
        if (idles) {
            idle();
        }
    }

    private void about(String stateOf) {
        if (!stateOf.equals(incarnation)) {
            incarnation = stateOf;
            known = TurnRecord.NONE;
            passing = null;
            numberUsed = 0;
            knocks = 0;
            presumed = false;
        }
    }

    private String path() {
        return SequencePaths.turn(sequence, incarnation);
    }

    private void await() {
        waiting = true;
        triesToJoin = 0;
        expectTurn();
    }

    /** Limits the wait in case no news comes. */
    private void expectTurn() {
        long awaited = ++waits;
        executor.schedule(
                () -> {
                    if (waits == awaited) {
                        begin();
                    }
                },
                contention.maxWaitNanos());
    }

    private void begin() {
        if (waiting) {
            waiting = false;
            began = environment.nanoTime();
            resume.run();
        }
    }

    private void join() {
        if (++triesToJoin <= MAX_TRIES_TO_JOIN) {
            then(tree.read(path()), this::join);
        }
    }

    private void join(Optional<StoredRecord> found) {
        byte[] joined = PayloadCodec.encode(record(found).joinedBy(process));
        String knock = SequencePaths.knock(sequence, incarnation);
        then(
                tree.write(List.of(
                        found.<Change>map(znode -> new Change.Set(
                                        path(), joined, znode.stamp().version()))
                                .orElseGet(() -> new Change.Create(path(), joined)),
                        new Change.Create(knock, new byte[0]),
                        new Change.Delete(knock, StoreSession.ANY_VERSION))),
                done -> {});
        // Not waited for: requests of one session are served in their order.
        look();
    }

    /** Reads whose turn it is, and hears when it is another one's. */
    private void look() {
        then(tree.read(path(), watch), this::heard);
    }

    private void changed() {
        if (waiting && known.isNext(process)) {
            // Most likely it is our turn. That is read before the state is, since requests of one session are served
            // in their order; so if it is not, nothing is written.
            presumed = true;
            then(tree.read(path()), this::heard);
            begin();
        } else if (waiting) {
            look();
        } else {
            // We did not wait to the end, and may be one to pass the turn on.
            then(tree.read(path()), this::heard);
        }
    }

    private void heard(Optional<StoredRecord> found) {
        known = record(found);
        boolean ours = process.equals(known.turn()) && known.number() != numberUsed;
        if (presumed) {
            presumed = false;
            if (!ours) {
                await();
                look();
                return;
            }
        }
        if (ours) {
            numberUsed = known.number();
            begin();
        } else if (waiting && known.isWaiting(process)) {
            expectTurn();
        } else if (waiting) {
            join();
        }
        if (idles) {
            // The waiting list was unknown when there was nothing more to write.
            idle();
        }
    }

    private static TurnRecord record(Optional<StoredRecord> found) {
        try {
            return found.map(znode -> znode.as(TurnRecord.class)).orElse(TurnRecord.NONE);
        } catch (UnreadablePayloadException e) {
            log.debug("turns cannot be read, they begin again: {}", e.getMessage());
            return TurnRecord.NONE;
        }
    }

    /** Continues with an answer, in the writer's turn. Where there is none, the wait ends by itself. */
    private <T> void then(CompletableFuture<T> answer, Consumer<T> next) {
        String asked = incarnation;
        var unused = answer.whenComplete((result, failure) -> {
            if (failure == null) {
                execute(() -> {
                    if (asked.equals(incarnation)) {
                        next.accept(result);
                    }
                });
            } else {
                log.debug("sequence {}: turns cannot be watched: {}", sequence, failure.getMessage());
            }
        });
    }

    private void execute(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            log.debug("sequence {}: the node stops", sequence);
        }
    }
}
