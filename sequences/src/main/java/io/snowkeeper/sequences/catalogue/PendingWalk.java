package io.snowkeeper.sequences.catalogue;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.catalogue.Catalogue.Found;
import io.snowkeeper.sequences.record.BucketRecord;
import io.snowkeeper.sequences.record.PendingRecord;
import io.snowkeeper.sequences.record.ReservationToken;
import io.snowkeeper.sequences.record.SequencePaths;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** A walk over a sequence's pending reservations, which reads many of them at a time. Used once. */
final class PendingWalk {

    /** So many are read together at first, and twice as many each time, where most have nothing that is pending. */
    private static final int FIRST_BUCKETS = 4;

    private static final int MAX_BUCKETS = 128;
    private static final int ENTRIES_AT_ONCE = 500;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    /** Writers have longer names. */
    private static final String NO_WRITER = "0";

    private final SequenceStore tree;
    private final Found sequence;
    private final SettledBuckets settled;
    private final UnreadableRecords unreadable;
    private final Object session;
    private int bucketsAtOnce = FIRST_BUCKETS;

    /**
     * A place where a pending reservation was seen.
     *
     * @param number counts the reservations of the sequence
     */
    private record Place(long number, long termMillis, Optional<Period> period) {}

    /** @param session the session by which the sequence was read: another one's server may know less of its buckets */
    PendingWalk(
            SequenceStore tree, Object session, Found sequence, SettledBuckets settled, UnreadableRecords unreadable) {
        this.tree = tree;
        this.sequence = sequence;
        this.settled = settled;
        this.unreadable = unreadable;
        this.session = session;
    }

    /**
     * Returns a page.
     *
     * @param from the first reservation that may be on it
     */
    CompletableFuture<Page<PendingReservation>> page(long from, int limit) {
        return openBuckets().thenCompose(open -> {
            List<Long> buckets = open.stream()
                    .filter(bucket -> bucket >= from / BucketRecord.SLOTS)
                    .sorted()
                    .toList();
            // One more than the page has shows that there is another page.
            return places(buckets, 0, new ArrayList<>(), from, limit + 1).thenCompose(places -> {
                List<Place> shown = places.subList(0, Math.min(limit, places.size()));
                boolean more = places.size() > limit;
                return entries(shown, 0, new ArrayList<>(), entry -> false)
                        .thenApply(entries ->
                                new Page<>(entries, more ? Optional.of(last(shown, entries)) : Optional.empty()));
            });
        });
    }

    /**
     * Finds the reservation that has a number.
     *
     * @param period the period that the number is of, empty if there are none
     * @param reservation where it would be if each reservation had one number, and none had come back
     */
    CompletableFuture<Optional<PendingReservation>> find(long number, Optional<Period> period, long reservation) {
        Comparator<Long> byDistance =
                Comparator.comparingLong(bucket -> Math.abs(bucket - reservation / BucketRecord.SLOTS));
        return openBuckets()
                .thenCompose(open -> find(open.stream().sorted(byDistance).toList(), 0, number, period));
    }

    private CompletableFuture<Optional<PendingReservation>> find(
            List<Long> buckets, int at, long number, Optional<Period> period) {
        if (at >= buckets.size()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        int end = nextEnd(buckets, at);
        Predicate<PendingReservation> wanted = entry -> entry.period().equals(period)
                && entry.numbers().stream().anyMatch(run -> run.from() <= number && number <= run.to());
        return places(buckets.subList(at, end))
                .thenCompose(places -> entries(places, 0, new ArrayList<>(), wanted))
                .thenCompose(entries -> {
                    Optional<PendingReservation> found =
                            entries.stream().filter(wanted).findFirst();
                    return found.isPresent()
                            ? CompletableFuture.completedFuture(found)
                            : find(buckets, end, number, period);
                });
    }

    private CompletableFuture<List<Long>> openBuckets() {
        return tree.children(SequencePaths.pending(sequence.name(), sequence.incarnation()))
                .thenApply(names -> settled.open(sequence.incarnation(), numbers(names)));
    }

    private static List<Long> numbers(Collection<String> names) {
        return names.stream()
                .filter(name -> NUMBER.matcher(name).matches())
                .map(Long::parseLong)
                .toList();
    }

    private int nextEnd(List<Long> buckets, int at) {
        int end = Math.min(buckets.size(), at + bucketsAtOnce);
        bucketsAtOnce = Math.min(MAX_BUCKETS, 2 * bucketsAtOnce);
        return end;
    }

    /** Finds the first places from one on, as many as are wanted. */
    private CompletableFuture<List<Place>> places(
            List<Long> buckets, int at, List<Place> found, long from, int wanted) {
        if (at >= buckets.size() || found.size() >= wanted) {
            return CompletableFuture.completedFuture(found.subList(0, Math.min(wanted, found.size())));
        }
        int end = nextEnd(buckets, at);
        return places(buckets.subList(at, end)).thenCompose(places -> {
            places.stream().filter(place -> place.number() >= from).forEach(found::add);
            return places(buckets, end, found, from, wanted);
        });
    }

    private CompletableFuture<List<Place>> places(List<Long> buckets) {
        return tree.readAll(buckets.stream().map(this::path).toList())
                .thenCompose(znodes -> all(IntStream.range(0, buckets.size())
                        .mapToObj(i -> placesIn(buckets.get(i), znodes.get(i)))
                        .toList()))
                .thenApply(lists -> lists.stream().flatMap(List::stream).toList());
    }

    private String path(long bucket) {
        return SequencePaths.pendingBucket(sequence.name(), sequence.incarnation(), bucket);
    }

    private CompletableFuture<List<Place>> placesIn(long bucket, Optional<StoredRecord> znode) {
        if (znode.isEmpty() || znode.get().stamp().children() == 0) {
            if (bucket < sequence.state().reservations() / BucketRecord.SLOTS && tree.session() == session) {
                settled.add(sequence.incarnation(), bucket);
            }
            return CompletableFuture.completedFuture(List.of());
        }
        Optional<BucketRecord> record = payload(znode.get(), BucketRecord.class);
        return record.isEmpty()
                ? CompletableFuture.completedFuture(List.of())
                : tree.children(path(bucket))
                        .thenApply(names -> numbers(names).stream()
                                .filter(slot -> slot < BucketRecord.SLOTS)
                                .sorted()
                                .map(slot -> new Place(
                                        bucket * BucketRecord.SLOTS + slot,
                                        record.get().term().millis(),
                                        Optional.ofNullable(record.get().period())
                                                .map(Period::parse)))
                                .toList());
    }

    /** Reads the entries that still exist, until one matches. */
    private CompletableFuture<List<PendingReservation>> entries(
            List<Place> places, int at, List<PendingReservation> found, Predicate<PendingReservation> last) {
        if (at >= places.size() || (!found.isEmpty() && found.stream().anyMatch(last))) {
            return CompletableFuture.completedFuture(found);
        }
        int end = Math.min(places.size(), at + ENTRIES_AT_ONCE);
        List<Place> some = places.subList(at, end);
        return tree.readAll(some.stream().map(this::path).toList()).thenCompose(znodes -> {
            for (int i = 0; i < some.size(); i++) {
                Place place = some.get(i);
                znodes.get(i).flatMap(znode -> entry(place, znode)).ifPresent(found::add);
            }
            return entries(places, end, found, last);
        });
    }

    private String path(Place place) {
        return SequencePaths.pendingEntry(sequence.name(), sequence.incarnation(), place.number());
    }

    private Optional<PendingReservation> entry(Place place, StoredRecord znode) {
        Instant since = Instant.ofEpochMilli(znode.stamp().createdMillis());
        return payload(znode, PendingRecord.class)
                .map(record -> new PendingReservation(
                        record.token(sequence.incarnation(), place.number()).toString(),
                        record.runs(),
                        Optional.ofNullable(record.key()),
                        Optional.ofNullable(record.subject()),
                        since,
                        since.plusMillis(place.termMillis()),
                        place.period(),
                        text(record.runs(), place.period())));
    }

    /** Returns how the first of some numbers is written. */
    private Optional<String> text(List<NumberRange> numbers, Optional<Period> period) {
        return Optional.ofNullable(sequence.state().options().format())
                .flatMap(format -> numbers.stream()
                        .findFirst()
                        .map(run -> new NumberRange(run.from(), run.from()))
                        .map(first -> new Grant(List.of(first), Optional.empty(), period))
                        .flatMap(grant -> grant.texts(format).stream().findFirst()));
    }

    /** Returns the name of the last of the places: as its entry has it, if that is there still. */
    private String last(List<Place> places, List<PendingReservation> entries) {
        long number = places.get(places.size() - 1).number();
        String beginning = sequence.incarnation() + "-" + number + "-";
        String entry = entries.isEmpty() ? "" : entries.get(entries.size() - 1).reservation();
        // The next page begins behind the place, whichever node made the reservation there.
        return entry.startsWith(beginning)
                ? entry
                : new ReservationToken(sequence.incarnation(), number, NO_WRITER).toString();
    }

    private <T> Optional<T> payload(StoredRecord znode, Class<T> type) {
        try {
            return Optional.of(znode.as(type));
        } catch (UnreadablePayloadException e) {
            unreadable.note(znode.path(), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> reads) {
        return CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new))
                .thenApply(done -> reads.stream().map(CompletableFuture::join).toList());
    }
}
