package io.snowkeeper.coordinator.sequence.catalogue;

import io.snowkeeper.coordinator.sequence.PendingPage;
import io.snowkeeper.coordinator.sequence.PendingReservation;
import io.snowkeeper.coordinator.sequence.SequencePreconditionException;
import io.snowkeeper.coordinator.sequence.UnknownReservationException;
import io.snowkeeper.coordinator.sequence.UnknownSequenceException;
import io.snowkeeper.coordinator.sequence.access.BulkConnection;
import io.snowkeeper.coordinator.sequence.access.SequenceStore;
import io.snowkeeper.coordinator.sequence.catalogue.Catalogue.Found;
import io.snowkeeper.coordinator.sequence.record.NameRecord;
import io.snowkeeper.coordinator.sequence.record.RangeList;
import io.snowkeeper.coordinator.sequence.record.ReservationToken;
import io.snowkeeper.coordinator.sequence.record.SequencePaths;
import io.snowkeeper.coordinator.sequence.record.SequenceRecord;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The list of a gapless sequence's pending reservations, read over the bulk connection. One attempt each; failures are the caller's to
 * try again. Thread-safe.
 */
public final class PendingListing {

    /** Each has some hundred reads under way, over the connection that the sweeper needs, too. */
    private static final int MAX_UNDER_WAY = 50;

    private final BulkConnection bulk;
    private final UnreadableRecords unreadable;
    private final Bulkhead bulkhead = new Bulkhead("searches of pending reservations", MAX_UNDER_WAY);
    private final SettledBuckets settled = new SettledBuckets();

    public PendingListing(BulkConnection bulk, UnreadableRecords unreadable) {
        this.bulk = bulk;
        this.unreadable = unreadable;
    }

    /**
     * Returns pending reservations in the order they were made.
     *
     * @param after the reservation that comes before the first one, empty to begin
     * @param limit how many at the most
     */
    public CompletableFuture<PendingPage> page(String sequence, Optional<String> after, int limit) {
        return reading(sequence, read -> {
            long from = after.map(name -> place(read.sequence(), name) + 1).orElse(0L);
            return read.sequence().state().pending() == 0
                    ? CompletableFuture.completedFuture(new PendingPage(List.of(), Optional.empty()))
                    : walk(read)
                            .page(from, limit)
                            .thenApply(page -> new PendingPage(
                                    page.reservations(),
                                    page.next(),
                                    Optional.ofNullable(
                                            read.sequence().state().options().format())));
        });
    }

    /**
     * Finds the pending reservation that has a number, and no other one. Fails with {@link UnknownReservationException} if there is none.
     */
    public CompletableFuture<String> find(String sequence, long number, Optional<Period> period) {
        return reading(sequence, read -> {
            SequenceRecord state = read.sequence().state();
            OptionalLong offset = offset(state.ranges(), number);
            Optional<Period> wanted = period.or(state::period);
            boolean ofPresent = wanted.equals(state.period());
            if (state.pending() == 0 || offset.isEmpty() || (ofPresent && offset.getAsLong() >= state.taken())) {
                throw notPending(sequence, wanted, number);
            }
            // As many reservations ago as numbers were taken since, if each has one and none has come back.
            long place = state.periods() == null
                    ? offset.getAsLong()
                    : Math.max(0, state.reservations() - state.taken() + (ofPresent ? offset.getAsLong() : 0));
            return walk(read).find(number, wanted, place).thenApply(found -> single(sequence, wanted, number, found));
        });
    }

    /** A sequence, and by what it was read. */
    private record Reading(SequenceStore tree, Object session, Found sequence) {}

    /**
     * Reads a sequence's state as of now, and what follows by the same session: another one's server may be behind, where buckets are not
     * what the state makes of them.
     */
    private <T> CompletableFuture<T> reading(String sequence, Function<Reading, CompletableFuture<T>> rest) {
        return bulkhead.begin(sequence, () -> read(sequence, rest));
    }

    private <T> CompletableFuture<T> read(String sequence, Function<Reading, CompletableFuture<T>> rest) {
        return CompletableFuture.completedFuture(bulk)
                .thenApply(BulkConnection::tree)
                .thenCompose(tree -> {
                    Object session = tree.session();
                    return state(tree, sequence)
                            .thenApply(found -> new Reading(tree, session, requireGapless(found)))
                            .thenCompose(rest)
                            .thenApply(answer -> {
                                if (tree.session() != session) {
                                    throw new NoAnswerException("the connection was replaced meanwhile");
                                }
                                return answer;
                            });
                });
    }

    /** A name that is seen need not be the latest, if its state is: where that is gone, or there is none, it is read again. */
    private static CompletableFuture<Found> state(SequenceStore tree, String sequence) {
        return state(tree, sequence, false)
                .thenCompose(found ->
                        found.isPresent() ? CompletableFuture.completedFuture(found) : state(tree, sequence, true))
                .thenApply(found -> found.orElseThrow(() -> unknown(sequence)));
    }

    private static CompletableFuture<Optional<Found>> state(SequenceStore tree, String sequence, boolean latest) {
        return tree.findName(sequence, latest, null).thenCompose(name -> {
            Optional<String> incarnation =
                    name.map(znode -> znode.as(NameRecord.class)).map(NameRecord::incarnation);
            return incarnation.isEmpty()
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : tree.readLatest(SequencePaths.state(sequence, incarnation.get()), null)
                            .thenApply(state -> state.map(
                                    znode -> new Found(sequence, incarnation.get(), znode.as(SequenceRecord.class))));
        });
    }

    private PendingWalk walk(Reading read) {
        return new PendingWalk(read.tree(), read.session(), read.sequence(), settled, unreadable);
    }

    /** Where ranges lie apart from the state, they are not read for this: it says where to look first, and no more. */
    private static OptionalLong offset(RangeList ranges, long number) {
        return ranges.isRead() ? ranges.offset(number) : OptionalLong.of(0);
    }

    private static long place(Found sequence, String reservation) {
        return ReservationToken.of(sequence.incarnation(), reservation)
                .orElseThrow(() -> new InvalidSequenceException(
                        "after must be a reservation of the sequence: sequence=%s, after=%s"
                                .formatted(sequence.name(), ReservationToken.shortened(reservation))))
                .number();
    }

    private static Found requireGapless(Found sequence) {
        SequenceMode mode = sequence.state().mode();
        if (mode != SequenceMode.GAPLESS) {
            throw new SequencePreconditionException(
                    "only gapless sequences have pending reservations: sequence=%s, mode=%s"
                            .formatted(sequence.name(), mode.text()));
        }
        return sequence;
    }

    private static String single(
            String sequence, Optional<Period> period, long number, Optional<PendingReservation> found) {
        PendingReservation reservation = found.orElseThrow(() -> notPending(sequence, period, number));
        long count = reservation.runs().stream().mapToLong(NumberRange::size).sum();
        if (count > 1) {
            throw new UnknownReservationException(
                    "the number is one of %d that are reserved together, and settled together: sequence=%s, number=%d; settle reservation %s"
                            .formatted(count, sequence, number, reservation.reservation()));
        }
        return reservation.reservation();
    }

    private static UnknownReservationException notPending(String sequence, Optional<Period> period, long number) {
        return new UnknownReservationException(
                "no pending reservation has this number%s, it is settled already or was never handed out: sequence=%s, number=%d"
                        .formatted(period.map(wanted -> " of " + wanted.text()).orElse(""), sequence, number));
    }

    private static UnknownSequenceException unknown(String sequence) {
        return new UnknownSequenceException("there is no sequence of this name: sequence=" + sequence);
    }
}
