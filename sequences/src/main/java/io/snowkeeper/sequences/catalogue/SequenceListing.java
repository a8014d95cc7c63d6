package io.snowkeeper.sequences.catalogue;

import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.sequences.catalogue.Catalogue.Found;
import io.snowkeeper.sequences.record.SequencePaths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/** The list of all sequences, a page at a time. One attempt each; failures are the caller's to try again. Thread-safe. */
public final class SequenceListing {

    /** How many are read together; they share the connection that numbers go over. */
    private static final int READS_AT_ONCE = 100;

    /** A page ends where it would be too large: a sequence may have as many ranges alone. */
    private static final int MAX_RANGES = 10_000;

    /** The limit of names examined for a page; names may belong to deleted sequences, or to none. */
    private static final int MAX_LOOKS = 2 * Page.MAX_LIMIT;

    private final SequenceNames names;
    private final Catalogue catalogue;
    private final UnreadableRecords unreadable;

    public SequenceListing(SequenceNames names, Catalogue catalogue, UnreadableRecords unreadable) {
        this.names = names;
        this.catalogue = catalogue;
        this.unreadable = unreadable;
    }

    /**
     * Returns sequences in the order of their names.
     *
     * @param after the name that comes before the first one, empty to begin
     * @param limit how many at the most
     */
    public CompletableFuture<Page<SequenceDescription>> page(Optional<String> after, int limit) {
        // A read after the names is no older than they are.
        return names.latest().thenCompose(all -> {
            unreadable.retain(all);
            int from = after.map(name -> placeAfter(all, name)).orElse(0);
            return new Walk(all, from, limit).read();
        });
    }

    private static int placeAfter(List<String> all, String name) {
        int place = Collections.binarySearch(all, name);
        return place >= 0 ? place + 1 : -place - 1;
    }

    /** One page while it is read, one portion of names after another. */
    private final class Walk {

        private final List<String> all;
        private final int from;
        private final int limit;
        private final List<SequenceDescription> found = new ArrayList<>();
        private int at;
        private int ranges;

        Walk(List<String> all, int from, int limit) {
            this.all = all;
            this.from = from;
            this.at = from;
            this.limit = limit;
        }

        CompletableFuture<Page<SequenceDescription>> read() {
            int size = Math.min(Math.min(READS_AT_ONCE, limit - found.size()), all.size() - at);
            if (size <= 0 || at - from >= MAX_LOOKS) {
                return CompletableFuture.completedFuture(end());
            }
            Map<String, CompletableFuture<Optional<Found>>> reads = new LinkedHashMap<>();
            all.subList(at, at + size).forEach(name -> reads.put(name, catalogue.findSeen(name)));
            return settled(reads).thenCompose(done -> {
                Map<String, CompletableFuture<SequenceDescription>> taken = new LinkedHashMap<>();
                boolean whole = take(reads, taken);
                return settled(taken).thenCompose(complete -> {
                    taken.forEach((name, description) -> told(name, description).ifPresent(found::add));
                    return whole ? read() : CompletableFuture.completedFuture(end());
                });
            });
        }

        private <T> CompletableFuture<?> settled(Map<String, CompletableFuture<T>> reads) {
            return CompletableFuture.allOf(reads.values().toArray(CompletableFuture[]::new))
                    .handle((done, failure) -> null);
        }

        /**
         * Begins to read the sequences for which the page still has room. Returns whether there was room for all of
         * them.
         */
        private boolean take(
                Map<String, CompletableFuture<Optional<Found>>> reads,
                Map<String, CompletableFuture<SequenceDescription>> taken) {
            for (Map.Entry<String, CompletableFuture<Optional<Found>>> read : reads.entrySet()) {
                Optional<Found> sequence = told(read.getKey(), read.getValue()).flatMap(Function.identity());
                if (sequence.isPresent()) {
                    int more = sequence.get().state().ranges().count();
                    if (ranges > 0 && ranges + more > MAX_RANGES) {
                        return false;
                    }
                    ranges += more;
                    taken.put(read.getKey(), catalogue.describe(sequence.get()));
                }
                at++;
            }
            return true;
        }

        /** Returns the result of a read; empty if it is unreadable. */
        private <T> Optional<T> told(String name, CompletableFuture<T> read) {
            try {
                T answer = read.get();
                unreadable.wasRead(SequencePaths.name(name));
                return Optional.of(answer);
            } catch (ExecutionException e) {
                unreadable.note(SequencePaths.name(name), reason(e));
                return Optional.empty();
            } catch (InterruptedException e) {
                throw new AssertionError("it is done already", e);
            }
        }

        private Page<SequenceDescription> end() {
            return new Page<>(found, at < all.size() && at > 0 ? Optional.of(all.get(at - 1)) : Optional.empty());
        }
    }

    private static String reason(ExecutionException failure) {
        try {
            return UnreadableRecords.reason(failure);
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
        }
    }
}
