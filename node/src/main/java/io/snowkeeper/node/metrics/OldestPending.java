package io.snowkeeper.node.metrics;

import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.SequenceUsage;
import io.snowkeeper.sequences.UnknownSequenceException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A watch on the oldest pending reservation of each sequence that has some. It looks at few sequences at a time, the
 * least recently looked at first, and at none more often than every {@value #PAUSE_SECONDS} seconds; no call waits for
 * that. A sequence with pending reservations stays in it until none is pending, however long it is not used.
 * Thread-safe.
 */
final class OldestPending {

    static final int MAX_LOOKS = 20;

    static final int MAX_WATCHED = 1_000;

    private static final int PAUSE_SECONDS = 5;
    private static final long PAUSE_NANOS = Duration.ofSeconds(PAUSE_SECONDS).toNanos();

    private final Function<String, CompletionStage<Page<PendingReservation>>> firstPages;
    private final LongSupplier nanoTime;

    // Guarded by this.
    private final Map<String, Watched> watched = new HashMap<>();

    private static final class Watched {

        final String sequence;

        @Nullable
        Instant since;

        boolean asked;
        long lookedAt;

        Watched(String sequence, long lookedAt) {
            this.sequence = sequence;
            this.lookedAt = lookedAt;
        }
    }

    /**
     * @param firstPages asks for the first pending reservation of a sequence, and never waits
     * @param nanoTime a stopwatch
     */
    OldestPending(Function<String, CompletionStage<Page<PendingReservation>>> firstPages, LongSupplier nanoTime) {
        this.firstPages = firstPages;
        this.nanoTime = nanoTime;
    }

    /** Begins to look again, where it is time to, and returns since when the oldest of each sequence is pending, as was seen before. */
    Map<String, Instant> look(List<SequenceUsage> usage) {
        List<Watched> due;
        Map<String, Instant> seen;
        synchronized (this) {
            long now = nanoTime.getAsLong();
            usage.stream()
                    .filter(sequence -> sequence.pending() > 0 && watched.size() < MAX_WATCHED)
                    .forEach(sequence ->
                            watched.computeIfAbsent(sequence.sequence(), name -> new Watched(name, now - PAUSE_NANOS)));
            due = watched.values().stream()
                    .filter(each -> !each.asked && now - each.lookedAt >= PAUSE_NANOS)
                    .sorted(Comparator.comparingLong((Watched each) -> each.lookedAt - now))
                    .limit(MAX_LOOKS)
                    .toList();
            for (Watched each : due) {
                each.asked = true;
                each.lookedAt = now;
            }
            seen = watched.values().stream()
                    .filter(each -> each.since != null)
                    .collect(Collectors.toMap(
                            each -> each.sequence,
                            each -> Optional.ofNullable(each.since).orElseThrow()));
        }
        due.forEach(this::ask);
        return seen;
    }

    private void ask(Watched each) {
        var unused = firstPages.apply(each.sequence).whenComplete((page, failure) -> learn(each, page, failure));
    }

    private synchronized void learn(
            Watched each, @Nullable Page<PendingReservation> page, @Nullable Throwable failure) {
        each.asked = false;
        if (page != null && !page.items().isEmpty()) {
            each.since = page.items().get(0).since();
        } else if (page != null || isGone(failure)) {
            watched.remove(each.sequence, each);
        }
        // Any other failure changes nothing: the last figure stays.
    }

    private static boolean isGone(@Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof UnknownSequenceException || cause instanceof SequencePreconditionException;
    }
}
