package io.snowkeeper.core.sequence;

import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.text.DurationFormat;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The options of a sequence, all of them; they can be changed at any time.
 *
 * @param minBlock block mode: the fewest numbers that a node keeps, 1 to 10^9
 * @param maxBlock block mode: the most numbers that a node keeps, and so may lose, {@code minBlock} to 10^9
 * @param reservationTime gapless mode: how long a number may stay unconfirmed, 1 s to 24 h
 * @param keyRetention how long a key is known at the least, 1 s to 10 years of 365 days, and not below {@code reservationTime}; or
 *     {@link Retention#FOREVER}
 * @param maxKeys how many keys may be known at once, 1 to {@value #MAX_KEYS}; where they are known for ever, how many there may ever be
 * @param maxPending gapless mode: how many reservations may be unconfirmed at once, 1 to 200,000
 * @param atExpiry gapless mode: what becomes of a number that stays unconfirmed for longer than {@code reservationTime}
 * @param format how its numbers are written; empty if they have no text
 * @param ledgerRetention gapless mode: how long entries of the ledger are kept that nobody has released, 1 s to 876,000 h; or {@link
 *     Retention#FOREVER}
 */
public record SequenceOptions(
        long minBlock,
        long maxBlock,
        Duration reservationTime,
        Duration keyRetention,
        int maxKeys,
        int maxPending,
        AtExpiry atExpiry,
        Optional<NumberFormat> format,
        Duration ledgerRetention) {

    private static final long BLOCK_LIMIT = 1_000_000_000;
    private static final int PENDING_LIMIT = 200_000;

    /** The most keys that a sequence may know: each takes {@value #KEY_BYTES} bytes of the heap of each of ZooKeeper's servers. */
    public static final int MAX_KEYS = 5_000_000;

    private static final int KEY_BYTES = 624;
    private static final Duration MIN_TIME = Duration.ofSeconds(1);
    private static final Duration MAX_TIME = Duration.ofDays(1);

    /** As long as tax law has documents kept. */
    private static final Duration MAX_KEY_TIME = Duration.ofDays(3_650);

    /** A hundred years. */
    private static final Duration MAX_LEDGER_TIME = Duration.ofDays(36_500);

    /**
     * Those of a block or ordered sequence for which nothing is said: blocks of 100 to 100,000 numbers, ten minutes for keys, 100,000 of
     * them, which is 166 new ones a second. Of one that is gapless: a minute to confirm, then held, 100,000 pending.
     */
    public static final SequenceOptions DEFAULT = new SequenceOptions(
            100,
            100_000,
            Duration.ofMinutes(1),
            Duration.ofMinutes(10),
            100_000,
            100_000,
            AtExpiry.HOLD,
            Optional.empty(),
            Retention.FOREVER);

    /**
     * Returns the options of a sequence for which nothing is said.
     *
     * @return {@link #DEFAULT}; in gapless mode, where a key stands for a document, with keys that are known for seven days, and a million
     *     of them, which is 142,857 documents a day
     */
    public static SequenceOptions defaultOf(SequenceMode mode) {
        return mode == SequenceMode.GAPLESS
                ? DEFAULT.withKeyRetention(Duration.ofDays(7)).withMaxKeys(1_000_000)
                : DEFAULT;
    }

    /** @throws InvalidSequenceException if a value is out of its range */
    public SequenceOptions {
        requireWithin("min_block", minBlock, 1, BLOCK_LIMIT);
        requireWithin("max_block", maxBlock, minBlock, BLOCK_LIMIT);
        requireWithin("reservation_time", reservationTime, MIN_TIME, MAX_TIME);
        if (!keyRetention.equals(Retention.FOREVER)) {
            requireWithin("key_retention", keyRetention, MIN_TIME, MAX_KEY_TIME);
            if (keyRetention.compareTo(reservationTime) < 0) {
                throw new InvalidSequenceException(
                        "a key must not be forgotten while its number may be unconfirmed: key_retention=%s, reservation_time=%s"
                                .formatted(
                                        DurationFormat.format(keyRetention), DurationFormat.format(reservationTime)));
            }
        }
        if (!ledgerRetention.equals(Retention.FOREVER)) {
            requireWithin("ledger_retention", ledgerRetention, MIN_TIME, MAX_LEDGER_TIME);
        }
        if (maxKeys < 1 || maxKeys > MAX_KEYS) {
            throw new InvalidSequenceException(
                    "must be >= 1 && <= %s, since ZooKeeper keeps each key in %s bytes of its heap: max_keys=%s"
                            .formatted(MAX_KEYS, KEY_BYTES, maxKeys));
        }
        requireWithin("max_pending", maxPending, 1, PENDING_LIMIT);
    }

    /** Returns these options with other bounds for blocks. */
    public SequenceOptions withBlock(long min, long max) {
        return with(copy -> {
            copy.minBlock = min;
            copy.maxBlock = max;
        });
    }

    /** Returns these options with another time to confirm. */
    public SequenceOptions withReservationTime(Duration time) {
        return with(copy -> copy.reservationTime = time);
    }

    /** Returns these options with another time for keys. */
    public SequenceOptions withKeyRetention(Duration time) {
        return with(copy -> copy.keyRetention = time);
    }

    /** Returns these options with another limit of keys. */
    public SequenceOptions withMaxKeys(int max) {
        return with(copy -> copy.maxKeys = max);
    }

    /** Returns these options with another limit of unconfirmed reservations. */
    public SequenceOptions withMaxPending(int max) {
        return with(copy -> copy.maxPending = max);
    }

    /** Returns these options with another fate of what stays unconfirmed. */
    public SequenceOptions withAtExpiry(AtExpiry fate) {
        return with(copy -> copy.atExpiry = fate);
    }

    /** Returns these options with a format of the numbers. */
    public SequenceOptions withFormat(NumberFormat newFormat) {
        return with(copy -> copy.format = Optional.of(newFormat));
    }

    /** Returns these options with another time for entries of the ledger. */
    public SequenceOptions withLedgerRetention(Duration time) {
        return with(copy -> copy.ledgerRetention = time);
    }

    /**
     * Checks that the format, if there is one, names the periods of a sequence.
     *
     * @param period how long they are; empty if there are none
     * @throws InvalidSequenceException if it does not
     */
    public void requireFormatOf(Optional<PeriodLength> period) {
        if (format.isPresent()) {
            try {
                format.get().requirePeriod(period);
            } catch (IllegalArgumentException e) {
                throw new InvalidSequenceException(String.valueOf(e.getMessage()));
            }
        }
    }

    private SequenceOptions with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return copy.options();
    }

    private static void requireWithin(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new InvalidSequenceException("must be >= %s && <= %s: %s=%s".formatted(min, max, name, value));
        }
    }

    private static void requireWithin(String name, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new InvalidSequenceException("must be >= %s && <= %s: %s=%s"
                    .formatted(
                            DurationFormat.format(min),
                            DurationFormat.format(max),
                            name,
                            DurationFormat.format(value)));
        }
    }

    /** A copy that can be changed. */
    private static final class Copy {
        private long minBlock;
        private long maxBlock;
        private Duration reservationTime;
        private Duration keyRetention;
        private int maxKeys;
        private int maxPending;
        private AtExpiry atExpiry;
        private Optional<NumberFormat> format;
        private Duration ledgerRetention;

        Copy(SequenceOptions options) {
            minBlock = options.minBlock;
            maxBlock = options.maxBlock;
            reservationTime = options.reservationTime;
            keyRetention = options.keyRetention;
            maxKeys = options.maxKeys;
            maxPending = options.maxPending;
            atExpiry = options.atExpiry;
            format = options.format;
            ledgerRetention = options.ledgerRetention;
        }

        SequenceOptions options() {
            return new SequenceOptions(
                    minBlock,
                    maxBlock,
                    reservationTime,
                    keyRetention,
                    maxKeys,
                    maxPending,
                    atExpiry,
                    format,
                    ledgerRetention);
        }
    }
}
