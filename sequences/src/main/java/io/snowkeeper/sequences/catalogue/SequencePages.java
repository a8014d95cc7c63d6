package io.snowkeeper.sequences.catalogue;

import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.access.Failures;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The pages of the list of sequences that are read now or were read within the last second. A page is read once for all
 * its callers; one page is read at a time, and as long as that took, nothing is read after it. So ZooKeeper is busy
 * with lists for half of the time at the most, whatever pages are requested. Thread-safe.
 */
public final class SequencePages {

    /** The bound on waiting pages; the first page, the most frequent one, has a place beside them. */
    static final int MAX_WAITING = 8;

    private static final int MAX_KEPT = 8;
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Where a page took longer, it was not the list that kept ZooKeeper busy. */
    private static final long MAX_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** The first page is read as a whole, and calls for less of it get the beginning. */
    private static final Question USUAL = new Question(Optional.empty(), Page.MAX_LIMIT);

    private final Reader reader;
    private final LongSupplier nanoTime;
    private final ScheduledExecutorService timer;
    private final Duration timeout;

    // Guarded by this.
    private final Map<Question, Read> known = new LinkedHashMap<>();
    private final Deque<Read> waiting = new ArrayDeque<>();
    private boolean busy;
    private int changes;

    /** A reader of a page. */
    @FunctionalInterface
    public interface Reader {
        CompletableFuture<Page<SequenceDescription>> page(Optional<String> after, int limit);
    }

    private record Question(Optional<String> after, int limit) {}

    private static final class Read {

        final Question question;
        final CompletableFuture<Page<SequenceDescription>> page = new CompletableFuture<>();
        boolean begun;
        long begunAt;

        Read(Question question) {
            this.question = question;
        }

        boolean isOld(long now) {
            return begun && page.isDone() && now - begunAt >= FRESH_NANOS;
        }
    }

    /** @param timeout how long a read may take before the next one is begun all the same */
    public SequencePages(Reader reader, LongSupplier nanoTime, ScheduledExecutorService timer, Duration timeout) {
        this.reader = reader;
        this.nanoTime = nanoTime;
        this.timer = timer;
        this.timeout = timeout;
    }

    /**
     * Returns a page as it was within the last second; changes of definitions by this node are in it. Fails with {@link
     * SequenceUnavailableException} if as many others wait as may.
     */
    public CompletableFuture<Page<SequenceDescription>> page(Optional<String> after, int limit) {
        return after.isPresent()
                ? shared(new Question(after, limit))
                : shared(USUAL)
                        .thenApply(page -> page.first(
                                limit, sequence -> sequence.definition().name()));
    }

    private CompletableFuture<Page<SequenceDescription>> shared(Question question) {
        CompletableFuture<Page<SequenceDescription>> answer;
        synchronized (this) {
            long now = nanoTime.getAsLong();
            known.values().removeIf(read -> read.isOld(now) || (changes > 0 && read.begun));
            Read present = known.get(question);
            if (present != null) {
                return present.page.copy();
            }
            if (!question.equals(USUAL) && waiting.size() >= MAX_WAITING) {
                return CompletableFuture.failedFuture(new SequenceUnavailableException(
                        UnavailableReason.SEQUENCE_BUSY,
                        "the list of sequences is requested too often: %s pages of it wait already; ask again later"
                                .formatted(waiting.size())));
            }
            Read read = new Read(question);
            known.put(question, read);
            if (question.equals(USUAL)) {
                waiting.addFirst(read);
            } else {
                waiting.addLast(read);
            }
            answer = read.page.copy();
        }
        readNext();
        return answer;
    }

    /** Notes that a definition is being changed: later calls are not answered from reads before the change. */
    public <T> CompletableFuture<T> changing(CompletableFuture<T> change) {
        synchronized (this) {
            changes++;
        }
        var unused = change.whenComplete((result, failure) -> changed());
        return change;
    }

    private synchronized void changed() {
        known.values().removeIf(read -> read.begun);
        changes--;
    }

    private void readNext() {
        Read next = takeNext();
        if (next == null) {
            return;
        }
        var unused = CompletableFuture.completedFuture(next.question)
                .thenCompose(question -> reader.page(question.after(), question.limit()))
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((page, failure) -> wasRead(next, page, failure));
    }

    private synchronized @Nullable Read takeNext() {
        if (busy || waiting.isEmpty()) {
            return null;
        }
        Read next = waiting.remove();
        busy = true;
        next.begun = true;
        next.begunAt = nanoTime.getAsLong();
        return next;
    }

    private void wasRead(Read read, @Nullable Page<SequenceDescription> page, @Nullable Throwable failure) {
        long rest;
        synchronized (this) {
            rest = Math.min(MAX_REST_NANOS, nanoTime.getAsLong() - read.begunAt);
            if (failure != null) {
                known.remove(read.question, read);
            }
            dropEldest();
        }
        if (page != null) {
            read.page.complete(page);
        } else {
            read.page.completeExceptionally(
                    failure != null && Failures.unwrap(failure) instanceof RuntimeException told
                            ? told
                            : new NoAnswerException("the list was not read in time"));
        }
        try {
            var unused = timer.schedule(this::rested, rest, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            rested();
        }
    }

    private void dropEldest() {
        int kept = known.size() - waiting.size();
        for (Iterator<Read> eldest = known.values().iterator(); kept > MAX_KEPT && eldest.hasNext(); ) {
            if (eldest.next().begun) {
                eldest.remove();
                kept--;
            }
        }
    }

    private void rested() {
        synchronized (this) {
            busy = false;
        }
        readNext();
    }
}
