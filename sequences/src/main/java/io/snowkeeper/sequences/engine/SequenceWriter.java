package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.Refusal;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.UnknownSequenceException;
import io.snowkeeper.sequences.access.Failures;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.plan.BlockStock;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.plan.Draft;
import io.snowkeeper.sequences.plan.PeriodClock;
import io.snowkeeper.sequences.plan.Plan;
import io.snowkeeper.sequences.plan.Write;
import io.snowkeeper.sequences.record.LastGrant;
import io.snowkeeper.sequences.record.Position;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.StateLimits;
import io.snowkeeper.sequences.record.Tokens;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer of one sequence on one node, by group commit: makes one write after another, each for all that waits.
 * Everything happens by one executor, one task after the other, and nothing blocks; a step ends with a request to
 * ZooKeeper, and its answer begins the next step.
 *
 * <p>A step plans the waiting commands into a draft on the state as it is known, and sends the draft as a transaction
 * on the condition that the state's version is still the one that is known. If it is not, the state is read, and the
 * step is made again.
 */
public final class SequenceWriter {

    private static final Logger log = LoggerFactory.getLogger(SequenceWriter.class);

    private static final int MAX_TRIES = 20;
    private static final int MAX_CACHED = 2_000;

    /** From then on a request is one that ZooKeeper may not answer. */
    private static final long SLOW_NANOS = 200_000_000;

    private final String sequence;
    private final SequenceStore tree;
    private final KnownState state;
    private final WriterExecutor executor;
    private final Environment environment;
    private final CommandQueue queue;
    private final BlockStock stock;
    private final WriterStatistics statistics = new WriterStatistics();
    private final Turns turns;
    private final String process;
    private final Runnable gone;

    /** The records of the sequence as of the state's version that is known: none changes without that version. */
    private final Map<String, Optional<StoredRecord>> cache = new HashMap<>();

    private final InDoubtWrites inDoubt = new InDoubtWrites();
    private final Planner planner;
    private final WriterProblem problem;
    private final RequestUnderWay request;

    /** The present time, for sequences with periods. */
    private final PeriodClock clock;

    private long writes;

    /** How often in a row the state, or a record with it, was not as it was known. */
    private int tries;

    /**
     * @param gone called when there is no sequence of this name
     * @param limits the limits of the state
     */
    SequenceWriter(
            String sequence,
            SequenceStore tree,
            WriterExecutor executor,
            Environment environment,
            CommandQueue queue,
            BlockStock stock,
            Runnable gone,
            StateLimits limits) {
        this.sequence = sequence;
        this.problem = new WriterProblem(sequence, environment::nanoTime);
        this.tree = tree;
        this.state =
                new KnownState(new SequenceOpening(sequence, tree, () -> executor.executeAside(this::nameChanged)));
        this.executor = executor;
        this.environment = environment;
        this.process = Tokens.random(environment.random());
        this.turns = new Turns(sequence, tree, executor, environment, process, this::turnCame);
        this.queue = queue;
        this.planner = new Planner(sequence, process, queue, cache, limits);
        this.stock = stock;
        this.clock = new PeriodClock(stock, tree.clocks());
        this.gone = gone;
        this.request = new RequestUnderWay(sequence, executor, environment, this::notUsable);
    }

    /** Returns the known state of the sequence. */
    KnownState state() {
        return state;
    }

    WriterStatistics statistics() {
        return statistics;
    }

    /** Returns the obstacle to the writer's progress, null if none is known. */
    WriterProblem.@Nullable Present problem() {
        return problem.present();
    }

    /** Makes a step, if there is something to do and none is under way. */
    void step() {
        SequenceUnavailableException refusal = tree.refusal();
        if (refusal != null) {
            queue.collect();
            queue.failAll(refusal);
            return;
        }
        if (request.isBusy()) {
            return;
        }
        queue.collect();
        if (queue.waiting().isEmpty()) {
            stock.forgetWanted();
        }
        if (!hasWork()) {
            turns.idle();
            return;
        }
        // Kept blocks are watched, also during another node's turn.
        if (!turns.mayWrite() && !state.isUnopened()) {
            return;
        }
        Position known = state.position();
        if (known == null) {
            open();
        } else {
            plan(known);
        }
    }

    private void notUsable(RuntimeException error) {
        problem.report(error);
        state.forget();
    }

    /**
     * The records read lead to an error of ours: one has impossible values. Late callers get that error, and the record
     * is read again.
     */
    void failed(RuntimeException error) {
        if (request.isBusy()) {
            problem.report(error);
        } else {
            noAnswer(error);
        }
    }

    /** The connection has another session, which has no watches: all is read again. */
    void revalidate() {
        planner.sessionReplaced();
        state.reopen();
        step();
    }

    private void turnCame() {
        state.forget();
        step();
    }

    /** Returns whether nothing is under way, nor to be resolved. */
    boolean isSettled() {
        return !request.isBusy() && inDoubt.isEmpty();
    }

    /** Serves the commands that need no ZooKeeper, if it does not answer. */
    void serveIfSlow(long now) {
        if (request.isOlderThan(SLOW_NANOS, now) || turns.isWaiting()) {
            serveWithoutState();
        }
    }

    private void serveWithoutState() {
        stock.forgetWanted();
        queue.collect();
        queue.waiting().forEach(Command::serveWithoutState);
    }

    private boolean hasWork() {
        return !queue.waiting().isEmpty()
                || !inDoubt.isEmpty()
                || needsBlock()
                // Kept blocks must be void as soon as their sequence is: that takes a watch.
                || (state.isUnopened() && !stock.isEmpty())
                || state.mayBeGone();
    }

    private boolean needsBlock() {
        Position known = state.position();
        return stock.needsMore() && (known == null || known.record().untaken() > 0);
    }

    private void nameChanged() {
        // Made or deleted: kept numbers of a former incarnation are void.
        stock.clear();
        state.nameChanged();
        revalidate();
    }

    private void open() {
        KnownState.Read read = state.read(request.begin());
        request.then(read.answer(), found -> opened(found, read.since()), this::noAnswer);
    }

    private void opened(Optional<Position> read, long since) {
        state.answered();
        if (read.isEmpty()) {
            gone(since);
        } else if (state.isUndone(read.get())) {
            undone(read.get());
            return;
        } else {
            found(read.get());
        }
        step();
    }

    /** One server may lag behind; a state confirmed by a majority is no older than any write that was done. */
    private void undone(Position read) {
        if (read.confirmed()) {
            String path = tree.describe(SequencePaths.state(sequence, read.incarnation()));
            noAnswer(tree.restored("znode %s lacks what this node has seen of it or written to it".formatted(path)));
        } else {
            state.forget();
            executor.execute(this::step);
        }
    }

    private void found(Position read) {
        problem.wasRead();
        cache.clear();
        if (state.found(read)) {
            // Another sequence has the name: kept numbers of the former one are void.
            stock.clear();
        }
        clock.begin(read);
        boolean known = inDoubt.resolve(read, write -> {
            log.info("sequence {}: a write whose answer was lost was done", sequence);
            statistics.committed(write.actions());
        });
        if (!known) {
            stock.dropIfClosed();
        }
        tries = inDoubt.isEmpty() ? tries : 0;
    }

    private void gone(long since) {
        problem.wasRead();
        cache.clear();
        inDoubt.resolveGone(write -> statistics.committed(write.actions()));
        stock.clear();
        state.gone();
        queue.failOlder(since, UnknownSequenceException.of(sequence));
        queue.collect();
        if (queue.retire()) {
            gone.run();
        }
    }

    /**
     * Returns whether the period that is due may begin, or has begun. If not, commands that take numbers are refused.
     */
    private boolean begin(Position known, boolean now) {
        SequenceUnavailableException untimely = clock.refusal(sequence, known, now);
        if (untimely == null) {
            clock.begin(known);
            return true;
        }
        queue.failTaking(untimely);
        stock.fetchFailed();
        return false;
    }

    private void plan(Position known) {
        stock.forgetWanted();
        if (inDoubt.mustSettle()) {
            write(planner.empty(known));
            return;
        }
        boolean timely = true;
        if (known.record().periods() != null) {
            boolean now = planner.goesByTheTime();
            if (clock.mustAsk(known, now) && (stock.needsMore() || planner.takesNumbers())) {
                write(planner.empty(known));
                return;
            }
            timely = begin(known, now);
        }
        Plan plan = planner.plan(known, timely && stock.needsMore());
        if (plan instanceof Plan.NeedsRead needs) {
            read(needs.paths());
            return;
        }
        if (!(plan instanceof Draft draft)) {
            inconsistent(known);
            return;
        }
        if (timely) {
            draft.allocation().refill(draft, stock, environment.nanoTime());
        }
        if (!draft.isUnchanged() || !inDoubt.isEmpty()) {
            write(draft);
        } else {
            answerByState(draft);
        }
    }

    /** Another node has written since the state was read: it is read again, with the records that it names. */
    private void inconsistent(Position known) {
        if (++tries > MAX_TRIES) {
            giveUp("a record has other numbers than the state says");
        }
        state.forget();
        cache.clear();
        turns.conflicted(known.incarnation());
        executor.execute(this::step);
    }

    private void giveUp(String reason) {
        tries = 0;
        queue.failAll(problem.inconsistent(reason));
    }

    private void answerByState(Draft draft) {
        boolean all = draft.answerByState();
        if (all || draft.base().confirmed()) {
            // Though the state may be read again for some: others may have waited longer.
            planner.used();
        }
        if (!all) {
            open();
            return;
        }
        // It may have left some unplanned.
        trimCache();
        queue.collect();
        if (!queue.waiting().isEmpty()) {
            executor.execute(this::step);
        }
    }

    /** Keeps memory bounded; everything can be read again. */
    private void trimCache() {
        if (cache.size() > MAX_CACHED) {
            cache.clear();
        }
    }

    private void read(Set<String> paths) {
        request.begin();
        Map<String, CompletableFuture<Optional<StoredRecord>>> reads = new LinkedHashMap<>();
        paths.forEach(path -> reads.put(path, tree.read(path)));
        request.then(
                CompletableFuture.allOf(reads.values().toArray(CompletableFuture[]::new)),
                done -> {
                    reads.forEach((path, read) -> cache.put(path, read.join()));
                    step();
                },
                this::noAnswer);
    }

    private void write(Draft draft) {
        Write write = Write.seal(draft, LastGrant.token(process, ++writes));
        long bytes = tree.sizeOf(write.changes());
        if (bytes > tree.maxWriteBytes()) {
            planner.tooLarge(draft, bytes, tree.maxWriteBytes());
            executor.execute(this::step);
            return;
        }
        long sent = request.begin();
        planner.used();
        request.then(
                tree.write(turns.passingOn(write.changes(), write.base().incarnation())),
                stamps -> written(write, sent, stamps),
                failure -> notWritten(write, sent, failure));
    }

    private void written(Write write, long sent, List<@Nullable RecordStamp> stamps) {
        statistics.writes.incrementAndGet();
        problem.wasWritten();
        planner.written(write.draft());
        tries = 0;
        inDoubt.clear();
        write.applyTo(cache, stamps);
        trimCache();
        Position left = write.renews() || write.draft().deletesSequence()
                ? null
                : write.base().after(write.record(), Objects.requireNonNull(stamps.get(0)), sent);
        state.written(write.base().incarnation(), write.token(), write.record(), left);
        if (left != null && left.record().periods() != null) {
            clock.written(left, sent);
        }
        statistics.committed(write.draft().actions());
        turns.written(write.base().incarnation(), sent, stamps.get(0));
        if (turns.isWaiting()) {
            state.readSince(sent);
        }
        step();
    }

    /** It was refused, or its outcome is unknown. */
    private void notWritten(Write write, long sent, Throwable failure) {
        if (failure instanceof WriteRefusedException ofTurn
                && ofTurn.change() == write.changes().size()) {
            turns.notPassed();
            step();
        } else if (!(failure instanceof WriteRefusedException refusal)) {
            inDoubt.add(write.sent());
            planner.lost(write.draft());
            noAnswer(failure);
        } else if (refusal.reason().isCondition()) {
            conflicted(refusal, write, sent);
        } else if (refusal.reason() == Refusal.DENIED) {
            noAnswer(Failures.denial(refusal));
        } else {
            refused(refusal, write);
        }
    }

    private void conflicted(WriteRefusedException refusal, Write write, long sent) {
        stock.fetchFailed();
        if (++tries > MAX_TRIES && refusal.change() > 0) {
            giveUp(String.valueOf(refusal.getMessage()));
        }
        if (refusal.change() > 0) {
            planner.conditionFailed(write.neededBy(refusal.change()));
            cache.clear();
            step();
            return;
        }
        statistics.conflicts.incrementAndGet();
        if (refusal.reason() == Refusal.MISSING) {
            state.forgetName();
        } else {
            state.forget();
            state.readSince(sent);
            turns.conflicted(write.base().incarnation());
        }
        step();
    }

    /** The written commands fail, whatever the state. */
    private void refused(WriteRefusedException refusal, Write write) {
        stock.fetchFailed();
        boolean waits = planner.refused(refusal, write, problem);
        if (waits) {
            request.rest(write.draft().planned().isEmpty(), this::step);
        } else {
            step();
        }
    }

    private void noAnswer(Throwable cause) {
        problem.report(cause);
        stock.fetchFailed();
        serveWithoutState();
        cache.clear();
        state.forgetUnwatched();
        if (cause instanceof SequenceUnavailableException denial) {
            // That does not pass within the time that a call waits.
            queue.failAll(denial);
        }
        request.rest(cause instanceof SequenceUnavailableException, this::step);
    }
}
