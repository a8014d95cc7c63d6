package io.snowkeeper.coordinator.sequence.catalogue;

import io.snowkeeper.coordinator.sequence.SequenceDescription;
import io.snowkeeper.coordinator.sequence.SequencePage;
import io.snowkeeper.coordinator.sequence.record.SequencePaths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** The list of all sequences, a page at a time. One attempt each; failures are the caller's to try again. Thread-safe. */
public final class SequenceListing {

    /** How many are read together; they share the connection that numbers go over. */
    private static final int READS_AT_ONCE = 100;

    /** A page ends where it would be too large: a sequence may have a thousand ranges. */
    private static final int MAX_RANGES = 10_000;

    /** Names may be of sequences that were deleted, or of none; so many are looked at for a page. */
    private static final int MAX_LOOKS = 2 * SequencePage.MAX_LIMIT;

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
    public CompletableFuture<SequencePage> page(Optional<String> after, int limit) {
        // What is read after the names is no older than they are.
        return names.latest().thenCompose(all -> {
            unreadable.retain(all);
            int from = after.map(name -> placeAfter(all, name)).orElse(0);
            return new Page(all, from, limit).read();
        });
    }

    private static int placeAfter(List<String> all, String name) {
        int place = Collections.binarySearch(all, name);
        return place >= 0 ? place + 1 : -place - 1;
    }

    /** One page while it is read, one portion of names after another. */
    private final class Page {

        private final List<String> all;
        private final int from;
        private final int limit;
        private final List<SequenceDescription> found = new ArrayList<>();
        private int at;
        private int ranges;

        Page(List<String> all, int from, int limit) {
            this.all = all;
            this.from = from;
            this.at = from;
            this.limit = limit;
        }

        CompletableFuture<SequencePage> read() {
            int size = Math.min(Math.min(READS_AT_ONCE, limit - found.size()), all.size() - at);
            if (size <= 0 || at - from >= MAX_LOOKS) {
                return CompletableFuture.completedFuture(end());
            }
            Map<String, CompletableFuture<Optional<SequenceDescription>>> reads = new LinkedHashMap<>();
            all.subList(at, at + size).forEach(name -> reads.put(name, catalogue.findSeen(name)));
            return CompletableFuture.allOf(reads.values().toArray(CompletableFuture[]::new))
                    .handle((done, failure) -> take(reads))
                    .thenCompose(whole -> whole ? read() : CompletableFuture.completedFuture(end()));
        }

        /** Returns whether there was room for all of them. */
        private boolean take(Map<String, CompletableFuture<Optional<SequenceDescription>>> reads) {
            for (Map.Entry<String, CompletableFuture<Optional<SequenceDescription>>> read : reads.entrySet()) {
                Optional<SequenceDescription> sequence = described(read.getKey(), read.getValue());
                if (sequence.isPresent()) {
                    int more = sequence.get().definition().ranges().size();
                    if (!found.isEmpty() && ranges + more > MAX_RANGES) {
                        return false;
                    }
                    ranges += more;
                    found.add(sequence.get());
                }
                at++;
            }
            return true;
        }

        private Optional<SequenceDescription> described(
                String name, CompletableFuture<Optional<SequenceDescription>> read) {
            try {
                Optional<SequenceDescription> description = read.get();
                unreadable.wasRead(SequencePaths.name(name));
                return description;
            } catch (ExecutionException e) {
                unreadable.note(SequencePaths.name(name), reason(e));
                return Optional.empty();
            } catch (InterruptedException e) {
                throw new AssertionError("it is done already", e);
            }
        }

        private SequencePage end() {
            return new SequencePage(found, at < all.size() && at > 0 ? Optional.of(all.get(at - 1)) : Optional.empty());
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
