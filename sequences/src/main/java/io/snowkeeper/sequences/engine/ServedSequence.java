package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.progress.SeenSequence;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.SequenceUsage;
import io.snowkeeper.sequences.SettleRequest;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.sequences.UnknownSequenceException;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.plan.Allocation;
import io.snowkeeper.sequences.plan.BlockStock;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.plan.NextCommand;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A sequence that this node serves: its writer, its waiting commands, and its stock of numbers. Thread-safe. */
public final class ServedSequence {

    private static final Logger log = LoggerFactory.getLogger(ServedSequence.class);

    private static final WriterProblem.Present NO_ANSWER_YET =
            new WriterProblem.Present(UnavailableReason.ZOOKEEPER_AWAY, "ZooKeeper has not answered yet");

    private static final long USED_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final long CANCEL_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final String name;
    private final WriterExecutor executor;
    private final SharedTick tick;
    private final Environment environment;
    private final CommandQueue queue;
    private final BlockStock stock;
    private final SequenceWriter writer;
    private final KnownState state;
    private final AtomicBoolean poked = new AtomicBoolean();
    private final AtomicBoolean ticking = new AtomicBoolean();

    /** When it was last used; {@link #isUsed} notes the numbers that the stock hands out at once. */
    private volatile long usedAt;

    private volatile long issuedBefore;

    /**
     * @param gone called when there is no sequence of this name, so that this need not be kept; it can still be used
     * @param limits the limits of the state
     */
    public ServedSequence(
            String name,
            SequenceStore tree,
            SharedTick tick,
            Environment environment,
            int maxWaiting,
            Consumer<ServedSequence> gone,
            StateLimits limits) {
        this.name = name;
        this.environment = environment;
        this.usedAt = environment.nanoTime();
        this.tick = tick;
        this.stock = new BlockStock(this::pokeAside, environment::nanoTime);
        this.executor = new WriterExecutor(tick.loop());
        this.queue = new CommandQueue(name, maxWaiting);
        this.writer =
                new SequenceWriter(name, tree, executor, environment, queue, stock, () -> gone.accept(this), limits);
        this.state = writer.state();
    }

    public CompletableFuture<Grant> next(NextRequest request, long timeoutNanos) {
        if (request.key().isEmpty() && (request.hasRoomForTexts() || format() == null)) {
            Grant kept = stock.serve(request);
            if (kept != null) {
                return CompletableFuture.completedFuture(kept);
            }
        }
        return submit(new NextCommand(request, stock, this::cancelUnknown, environment.nanoTime(), timeoutNanos));
    }

    /** Returns the format of its numbers, null if they have none, or nothing is known of it. */
    public @Nullable NumberFormat format() {
        SequenceRecord record = state.lastRecord();
        return record == null ? null : record.options().format();
    }

    /** Returns the last of {@code count} numbers of a block as {@link BlockStock#takeRunAhead} does. */
    public long tryNext(int count) {
        return stock.takeRunAhead(count);
    }

    /** Returns the last number of a block that was handed out, 0 if that is not known. */
    public long lastOfBlocks() {
        return stock.last();
    }

    /** Submits a command, which fails if this {@link #isRetired}. */
    public <T> CompletableFuture<T> submit(Command<T> command) {
        usedAt = environment.nanoTime();
        if (queue.add(command)) {
            poke();
        } else {
            command.answer().completeExceptionally(UnknownSequenceException.of(name));
        }
        return command.answer();
    }

    /** Returns whether this takes nothing any more, since there was no sequence of the name. */
    public boolean isRetired() {
        return queue.isRetired();
    }

    /** Reads everything again. */
    public void revalidate() {
        // With all other sequences of the node: not on the one thread that says that there is something to do.
        bring(() -> executor.executeAside(writer::revalidate));
    }

    /** Stops serving, and returns when kept blocks were given back, or need not be. */
    public CompletableFuture<?> stop(long timeoutNanos) {
        stock.close();
        GiveBackCommand giveBack = new GiveBackCommand(stock, environment.nanoTime(), timeoutNanos);
        bring(() -> executor.execute(() -> close(giveBack)));
        return giveBack.answer();
    }

    private void close(GiveBackCommand giveBack) {
        queue.close(new SequenceUnavailableException(
                UnavailableReason.DRAINING, "sequence %s is no longer served, the node stops".formatted(name)));
        // A request under way may bring numbers.
        if ((stock.isEmpty() && writer.isSettled()) || !queue.addOwn(giveBack)) {
            giveBack.answer().complete(null);
        } else {
            writer.step();
        }
    }

    /** Fails all waiting commands. Called when the loop has ended. */
    public void end() {
        executor.executeEvenIfShutDown(() -> queue.close(stopped()));
    }

    private SequenceUnavailableException stopped() {
        return new SequenceUnavailableException(
                UnavailableReason.DRAINING, "sequence %s is no longer served, the node has stopped".formatted(name));
    }

    /** Returns whether it was used within the last hour, as far as this was called often enough to know. */
    public boolean isUsed(long now) {
        long issued = stock.issued();
        if (issued != issuedBefore) {
            issuedBefore = issued;
            usedAt = now;
        }
        return now - usedAt < USED_NANOS;
    }

    /** Returns the usage, empty before the sequence was found. */
    public Optional<SequenceUsage> usage() {
        return Optional.ofNullable(state.lastRecord()).map(this::usage);
    }

    /**
     * Returns how it was seen last, empty before it was found.
     *
     * @param restored when the last restore was found that the data know of that are served, null if they know of none
     */
    public Optional<SeenSequence> seen(@Nullable Instant restored) {
        return Optional.ofNullable(state.newest())
                .map(newest -> new SeenSequence(
                        newest.record().progress(name, newest.incarnation()),
                        newest.record().ranges().total(),
                        newest.write(),
                        restored));
    }

    private SequenceUsage usage(SequenceRecord record) {
        WriterStatistics statistics = writer.statistics();
        return new SequenceUsage(
                name,
                record.mode(),
                Allocation.of(record.mode()).issued(stock, statistics.issued.get()),
                stock.blocksTaken(),
                statistics.lost.get() + stock.lost(),
                statistics.writes.get(),
                statistics.conflicts.get(),
                queue.size(),
                record.remaining(),
                record.shareUsed(),
                record.pending(),
                record.keys(),
                record.period());
    }

    private void cancelUnknown(String reservation) {
        queue.addOwn(new SettleCommand(
                SettleRequest.of(name, reservation, Settlement.CANCEL),
                reservation,
                environment.nanoTime(),
                CANCEL_NANOS));
    }

    private void poke() {
        if (poked.compareAndSet(false, true)) {
            bring(() -> executor.execute(this::poked));
        }
    }

    /** For a caller that has its numbers, and must not be held up by fetching those for later callers. */
    private void pokeAside() {
        if (poked.compareAndSet(false, true)) {
            bring(() -> executor.executeAside(this::poked));
        }
    }

    private void poked() {
        poked.set(false);
        stepAndTick();
    }

    private void tick() {
        if (queue.size() > 0 && ticking.compareAndSet(false, true)) {
            tick.ask(() -> executor.executeEvenIfShutDown(this::failLate));
        }
    }

    private void failLate() {
        ticking.set(false);
        if (queue.size() == 0) {
            return;
        }
        long now = environment.nanoTime();
        queue.collect();
        writer.serveIfSlow(now);
        queue.failLate(now, problem());
        stepAndTick();
    }

    private void stepAndTick() {
        try {
            try {
                writer.step();
            } catch (RejectedExecutionException e) {
                throw e;
            } catch (RuntimeException e) {
                writer.failed(e);
            }
            tick();
        } catch (RejectedExecutionException e) {
            queue.close(stopped());
        }
    }

    private WriterProblem.Present problem() {
        WriterProblem.Present known = writer.problem();
        return known == null ? NO_ANSWER_YET : known;
    }

    private void bring(Runnable task) {
        try {
            task.run();
        } catch (RejectedExecutionException e) {
            log.debug("sequence {}: the node has stopped, so waiting calls fail", name);
            queue.closeInbox(stopped());
        }
    }
}
