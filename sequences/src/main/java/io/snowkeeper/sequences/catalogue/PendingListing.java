package io.snowkeeper.sequences.catalogue;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.UnknownReservationException;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.catalogue.Catalogue.Found;
import io.snowkeeper.sequences.catalogue.SequenceReadings.Reading;
import io.snowkeeper.sequences.record.RangeList;
import io.snowkeeper.sequences.record.ReservationToken;
import io.snowkeeper.sequences.record.SequenceRecord;
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

    private final SequenceReadings readings;
    private final UnreadableRecords unreadable;
    private final SettledBuckets settled = new SettledBuckets();

    public PendingListing(BulkConnection bulk, UnreadableRecords unreadable) {
        this.readings = new SequenceReadings(bulk, new Bulkhead("searches of pending reservations", MAX_UNDER_WAY));
        this.unreadable = unreadable;
    }

    /**
     * Returns pending reservations in the order they were made.
     *
     * @param after the reservation that comes before the first one, empty to begin
     * @param limit how many at the most
     */
    public CompletableFuture<Page<PendingReservation>> page(String sequence, Optional<String> after, int limit) {
        return reading(sequence, read -> {
            long from = after.map(name -> place(read.sequence(), name) + 1).orElse(0L);
            return read.sequence().state().pending() == 0
                    ? CompletableFuture.completedFuture(new Page<>(List.of(), Optional.empty()))
                    : walk(read).page(from, limit);
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

    private <T> CompletableFuture<T> reading(String sequence, Function<Reading, CompletableFuture<T>> rest) {
        return readings.read(sequence, read -> {
            requireGapless(read.sequence());
            return rest.apply(read);
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

    private static void requireGapless(Found sequence) {
        SequenceMode mode = sequence.state().mode();
        if (mode != SequenceMode.GAPLESS) {
            throw new SequencePreconditionException(
                    "only gapless sequences have pending reservations: sequence=%s, mode=%s"
                            .formatted(sequence.name(), mode.text()));
        }
    }

    private static String single(
            String sequence, Optional<Period> period, long number, Optional<PendingReservation> found) {
        PendingReservation reservation = found.orElseThrow(() -> notPending(sequence, period, number));
        long count = reservation.numbers().stream().mapToLong(NumberRange::size).sum();
        if (count > 1) {
            throw new UnknownReservationException(
                    "the number is one of %s that are reserved together, and settled together: sequence=%s, number=%s; settle reservation %s"
                            .formatted(count, sequence, number, reservation.reservation()));
        }
        return reservation.reservation();
    }

    private static UnknownReservationException notPending(String sequence, Optional<Period> period, long number) {
        return new UnknownReservationException(
                "no pending reservation has this number%s, it is settled already or was never handed out: sequence=%s, number=%s"
                        .formatted(period.map(wanted -> " of " + wanted.text()).orElse(""), sequence, number));
    }
}
