package io.snowkeeper.coordinator.zookeeper.sequence;

import io.snowkeeper.coordinator.sequence.NumberRange;
import io.snowkeeper.coordinator.sequence.SequenceException;
import io.snowkeeper.coordinator.sequence.SequenceMode;
import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.coordinator.sequence.UnknownSequenceException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.OpResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One sequence on one node: makes one write after another, each for all that waits. Everything happens on one thread,
 * which never blocks; a step ends with a request to ZooKeeper, and its answer begins the next step.
 *
 * <p>A step plans what waits into a draft on the state as it is known, and sends the draft as a transaction on the condition
 * that the state's version is still the one that is known. If it is not, the state is read, and the step is made again.
 */
final class Lane {

    private static final Logger log = LoggerFactory.getLogger(Lane.class);

    /** Versions are of 32 bits. Long before they wrap, the state's znode is made anew. */
    static final int RENEW_AT = 2_000_000_000;

    private static final int MAX_TRIES = 20;
    private static final int MAX_CACHED = 2_000;

    private final String sequence;
    private final AsyncTree tree;
    private final SequenceOpening opening;
    private final ScheduledExecutorService loop;
    private final LaneQueue queue;
    private final BlockStock stock;
    private final LaneStatistics statistics;
    private final Settling settling;
    private final Pace pace;
    private final Tokens tokens;
    private final Runnable gone;
    private final int renewAt;

    private final ReadCache cache = new ReadCache();

    /** Writes on one version of the state whose answers were lost: at most one of them was or will be done. */
    private final List<Write> unresolved = new ArrayList<>();

    private @Nullable Position position;
    private volatile @Nullable SequenceRecord lastRecord;
    private volatile @Nullable String obstacle;
    private boolean busy;
    private boolean readsFirst;

    /** When the write was sent that was refused: our server has seen what was before it. 0 if none was. */
    private long refusedSince;

    private int tries;

    /**
     * @param gone called when there is no sequence of this name
     * @param renewAt the state's version from which on its znode is made anew
     */
    Lane(
            String sequence,
            AsyncTree tree,
            ScheduledExecutorService loop,
            LaneQueue queue,
            BlockStock stock,
            LaneStatistics statistics,
            Settling settling,
            Pace pace,
            Tokens tokens,
            Runnable gone,
            int renewAt) {
        this.sequence = sequence;
        this.tree = tree;
        this.opening = new SequenceOpening(sequence, tree, () -> loop.execute(this::nameChanged));
        this.loop = loop;
        this.queue = queue;
        this.stock = stock;
        this.statistics = statistics;
        this.settling = settling;
        this.pace = pace;
        this.tokens = tokens;
        this.gone = gone;
        this.renewAt = renewAt;
    }

    /** Returns the state as it was known last, null if it never was. For any thread. */
    @Nullable
    SequenceRecord lastRecord() {
        return lastRecord;
    }

    /** Returns what keeps the lane from getting on, null if nothing is known to. */
    @Nullable
    String obstacle() {
        return obstacle;
    }

    /** Makes a step, if there is something to do and none is under way. */
    void step() {
        if (busy) {
            return;
        }
        queue.collect();
        if (!hasWork()) {
            return;
        }
        Position known = position;
        if (known == null) {
            open();
        } else {
            plan(known);
        }
    }

    /** The connection has another session, which has no watches: all is read anew. */
    void revalidate() {
        opening.forget();
        position = null;
        step();
    }

    private boolean hasWork() {
        return !queue.waiting().isEmpty() || !unresolved.isEmpty() || settling.hasTail() || needsBlock();
    }

    private boolean needsBlock() {
        Position known = position;
        return stock.needsMore() && (known == null || known.record().untaken() > 0);
    }

    private void nameChanged() {
        // Made or deleted: what we kept of a former incarnation is void.
        stock.clear();
        revalidate();
    }

    private void open() {
        busy = true;
        CompletableFuture<Optional<Position>> read =
                refusedSince == 0 ? opening.open(true, System.nanoTime()) : opening.open(false, refusedSince);
        refusedSince = 0;
        var unused = read.whenCompleteAsync(this::opened, loop);
    }

    private void opened(Optional<Position> read, @Nullable Throwable failure) {
        busy = false;
        if (failure != null) {
            noAnswer(failure);
            return;
        }
        if (read.isPresent()) {
            found(read.get());
        } else {
            gone();
        }
        step();
    }

    private void found(Position read) {
        obstacle = null;
        cache.clear();
        position = read;
        lastRecord = read.record();
        if (!unresolved.isEmpty() && !unresolved.get(0).base().isSameVersion(read)) {
            // A later version than they need: those that were not done never will be.
            for (Write write : unresolved) {
                if (read.record().hasGrant(write.token())) {
                    log.info("sequence {}: a write whose answer was lost was done", sequence);
                    done(write);
                }
            }
            unresolved.clear();
        }
        settling.positionRead(read);
        tries = unresolved.isEmpty() ? tries : 0;
    }

    private void gone() {
        obstacle = null;
        cache.clear();
        for (Write write : unresolved) {
            if (write.draft().deletesSequence()) {
                done(write);
            }
        }
        unresolved.clear();
        stock.clear();
        settling.forget();
        lastRecord = null;
        gone.run();
        queue.failAll(new UnknownSequenceException("there is no sequence of this name: sequence=" + sequence));
    }

    private void plan(Position known) {
        stock.forgetWanted();
        Draft draft = new Draft(sequence, known, cache, readsFirst);
        settling.reclaim(draft);
        for (Intent<?> intent : queue.waiting()) {
            if (draft.isFull()) {
                break;
            }
            if (!plan(intent, draft)) {
                // The draft may hold half of it.
                loop.execute(this::step);
                return;
            }
        }
        if (!draft.missing().isEmpty()) {
            read(draft.missing());
            return;
        }
        takeBlocks(draft);
        if (!draft.isUnchanged() || !unresolved.isEmpty()) {
            write(draft);
        } else if (draft.refusesByOldState()) {
            position = null;
            open();
        } else {
            draft.promises().forEach(promise -> promise.keep().run());
            again();
        }
    }

    /** Returns false if that failed in a way that is not foreseen. */
    private boolean plan(Intent<?> intent, Draft draft) {
        if (intent.isSettled()) {
            return true;
        }
        try {
            intent.plan(draft);
        } catch (NotReadException e) {
            log.trace("sequence {}: something is to be read first", sequence);
        } catch (SequenceException e) {
            draft.refuse(intent, e);
        } catch (RuntimeException e) {
            log.error("sequence {}: a request failed in a way that is not foreseen", sequence, e);
            intent.answer()
                    .completeExceptionally(new SequenceUnavailableException(
                            "sequence %s cannot be served: %s".formatted(sequence, e.getMessage())));
            return false;
        }
        return true;
    }

    /** A plan that changes nothing may have left some unplanned. */
    private void again() {
        queue.collect();
        if (!queue.waiting().isEmpty()) {
            loop.execute(this::step);
        }
    }

    private void takeBlocks(Draft draft) {
        SequenceRecord record = draft.record();
        if (record.mode() != SequenceMode.BLOCK || draft.deletesSequence() || !stock.needsMore()) {
            return;
        }
        long wanted = stock.topUp(record.options(), record.untaken(), System.nanoTime());
        if (wanted <= 0) {
            return;
        }
        List<Block> blocks = new ArrayList<>();
        List<NumberRange> runs = record.untaken(wanted);
        long offset = record.taken();
        for (NumberRange run : runs) {
            blocks.add(new Block(offset, run));
            offset += run.size();
        }
        draft.update(record.withTaken(offset));
        draft.promise(new Promise(runs, false, () -> add(blocks), () -> {}));
    }

    private boolean add(List<Block> blocks) {
        stock.add(blocks);
        return true;
    }

    private void read(Set<String> paths) {
        busy = true;
        Map<String, CompletableFuture<Optional<Znode>>> reads = new LinkedHashMap<>();
        paths.forEach(path -> reads.put(path, tree.read(path)));
        var unused = CompletableFuture.allOf(reads.values().toArray(CompletableFuture[]::new))
                .whenCompleteAsync((done, failure) -> wereRead(reads, failure), loop);
    }

    private void wereRead(Map<String, CompletableFuture<Optional<Znode>>> reads, @Nullable Throwable failure) {
        busy = false;
        if (failure != null) {
            noAnswer(failure);
            return;
        }
        cache.trim(MAX_CACHED);
        reads.forEach((path, znode) -> cache.put(path, znode.join()));
        step();
    }

    private void write(Draft draft) {
        busy = true;
        Write write = Write.seal(draft, tokens.next(), tree, renewAt);
        long sent = System.nanoTime();
        var unused = tree.write(write.operations())
                .whenCompleteAsync((results, failure) -> written(write, sent, results, failure), loop);
    }

    private void written(Write write, long sent, @Nullable List<OpResult> results, @Nullable Throwable failure) {
        busy = false;
        Throwable cause = Failures.unwrap(failure);
        if (cause instanceof WriteRefusedException refusal) {
            refused(refusal, sent);
        } else if (cause != null || results == null) {
            unresolved.add(write);
            noAnswer(cause);
        } else {
            statistics.writes.incrementAndGet();
            obstacle = null;
            readsFirst = false;
            tries = 0;
            unresolved.clear();
            write.applyTo(cache, results);
            position = write.renews() || write.draft().deletesSequence()
                    ? null
                    : write.base().after(write.record(), sent);
            lastRecord = write.record();
            done(write);
            rest(pace.afterSuccess(sent, System.nanoTime()));
        }
    }

    private void done(Write write) {
        settling.done(write, position);
    }

    private void refused(WriteRefusedException refusal, long sent) {
        stock.fetchFailed();
        if (++tries > MAX_TRIES && refusal.operation() > 0) {
            log.error("sequence {}: its znodes are not as its state says: {}", sequence, refusal.getMessage());
            tries = 0;
            queue.failAll(new SequenceUnavailableException(
                    "sequence %s cannot be written, its znodes are not as its state says: %s"
                            .formatted(sequence, refusal.getMessage())));
        }
        if (refusal.operation() > 0) {
            // A key that is known already, or a parent that is missing.
            readsFirst = true;
            cache.clear();
            step();
            return;
        }
        statistics.conflicts.incrementAndGet();
        position = null;
        if (refusal.code() == Code.NONODE) {
            opening.forget();
        } else {
            refusedSince = sent;
        }
        rest(pace.afterConflict(System.nanoTime()));
    }

    private void noAnswer(@Nullable Throwable failure) {
        Throwable cause = Failures.unwrap(failure);
        String reason = cause == null ? "no answer" : String.valueOf(cause.getMessage());
        if (cause instanceof NoAnswerException) {
            log.debug("sequence {}: {}", sequence, reason);
        } else if (!reason.equals(obstacle)) {
            log.error("sequence {}: {}", sequence, reason, cause);
        }
        obstacle = reason;
        stock.fetchFailed();
        position = null;
        cache.clear();
        rest(pace.afterNoAnswer());
    }

    private void rest(long nanos) {
        if (nanos <= 0) {
            step();
            return;
        }
        busy = true;
        var unused = loop.schedule(
                () -> {
                    busy = false;
                    step();
                },
                nanos,
                TimeUnit.NANOSECONDS);
    }
}
