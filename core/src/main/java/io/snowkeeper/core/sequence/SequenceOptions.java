package io.snowkeeper.core.sequence;

import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.text.DurationFormat;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The options of a sequence, all of them; they can be changed at any time.
 *
 * @param minBlock block mode: the fewest numbers that a node keeps, 1 to 10^9
 * @param maxBlock block mode: the most numbers that a node keeps, and so may lose, {@code minBlock} to 10^9
 * @param reservationTime gapless mode: how long a number may stay unconfirmed, 1 s to 24 h
 * @param keyRetention how long a key is known at the least, 1 s to 10 years of 365 days, and not below
 *     {@code reservationTime}; or {@link Retention#FOREVER}
 * @param maxKeys how many keys may be known at once, 1 to {@value #MAX_KEYS}; where they are known for ever, how many
 *     there may ever be
 * @param maxPending gapless mode: how many reservations may be unconfirmed at once, 1 to 200,000
 * @param atExpiry gapless mode: the fate of a number that stays unconfirmed for longer than {@code reservationTime}
 * @param format how its numbers are written; empty if they have no text
 * @param ledgerRetention gapless mode: how long ledger entries are kept that were not released, 1 s to 876,000 h; or
 *     {@link Retention#FOREVER}
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
     * The defaults. Block or ordered: blocks of 100 to 100,000 numbers, ten minutes for keys, 100,000 of them, which is
     * 166 new ones a second. Gapless: a minute to confirm, then held, 100,000 pending.
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
        requireWithin(SequenceOption.MIN_BLOCK, minBlock, 1, BLOCK_LIMIT);
        requireWithin(SequenceOption.MAX_BLOCK, maxBlock, minBlock, BLOCK_LIMIT);
        requireWithin(SequenceOption.RESERVATION_TIME, reservationTime, MIN_TIME, MAX_TIME);
        if (!keyRetention.equals(Retention.FOREVER)) {
            requireWithin(SequenceOption.KEY_RETENTION, keyRetention, MIN_TIME, MAX_KEY_TIME);
            if (keyRetention.compareTo(reservationTime) < 0) {
                throw new InvalidSequenceException(
                        "a key must not be forgotten while its number may be unconfirmed: %s=%s, %s=%s"
                                .formatted(
                                        SequenceOption.KEY_RETENTION.text(),
                                        DurationFormat.format(keyRetention),
                                        SequenceOption.RESERVATION_TIME.text(),
                                        DurationFormat.format(reservationTime)));
            }
        }
        if (!ledgerRetention.equals(Retention.FOREVER)) {
            requireWithin(SequenceOption.LEDGER_RETENTION, ledgerRetention, MIN_TIME, MAX_LEDGER_TIME);
        }
        if (maxKeys < 1 || maxKeys > MAX_KEYS) {
            throw new InvalidSequenceException(
                    "must be >= 1 && <= %s, since ZooKeeper keeps each key in %s bytes of its heap: %s=%s"
                            .formatted(MAX_KEYS, KEY_BYTES, SequenceOption.MAX_KEYS.text(), maxKeys));
        }
        requireWithin(SequenceOption.MAX_PENDING, maxPending, 1, PENDING_LIMIT);
    }

    /** Returns these options with other bounds for blocks. */
    public SequenceOptions withBlock(long min, long max) {
        Map<SequenceOption, Object> all = SequenceOption.valuesOf(this);
        all.put(SequenceOption.MIN_BLOCK, min);
        all.put(SequenceOption.MAX_BLOCK, max);
        return of(all);
    }

    /** Returns these options with another time to confirm. */
    public SequenceOptions withReservationTime(Duration time) {
        return with(SequenceOption.RESERVATION_TIME, time);
    }

    /** Returns these options with another time for keys. */
    public SequenceOptions withKeyRetention(Duration time) {
        return with(SequenceOption.KEY_RETENTION, time);
    }

    /** Returns these options with another limit of keys. */
    public SequenceOptions withMaxKeys(int max) {
        return with(SequenceOption.MAX_KEYS, (long) max);
    }

    /** Returns these options with another limit of unconfirmed reservations. */
    public SequenceOptions withMaxPending(int max) {
        return with(SequenceOption.MAX_PENDING, (long) max);
    }

    /** Returns these options with another fate of unconfirmed numbers. */
    public SequenceOptions withAtExpiry(AtExpiry fate) {
        return with(SequenceOption.AT_EXPIRY, fate);
    }

    /** Returns these options with a format of the numbers. */
    public SequenceOptions withFormat(NumberFormat newFormat) {
        return with(SequenceOption.FORMAT, Optional.of(newFormat));
    }

    /** Returns these options with another time for entries of the ledger. */
    public SequenceOptions withLedgerRetention(Duration time) {
        return with(SequenceOption.LEDGER_RETENTION, time);
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

    private SequenceOptions with(SequenceOption option, Object value) {
        Map<SequenceOption, Object> all = SequenceOption.valuesOf(this);
        all.put(option, value);
        return of(all);
    }

    /**
     * Returns the options with these values.
     *
     * @param values one of each option, of its type
     * @throws InvalidSequenceException if a value is out of its range
     */
    static SequenceOptions of(Map<SequenceOption, Object> values) {
        return new SequenceOptions(
                SequenceOption.MIN_BLOCK.in(values),
                SequenceOption.MAX_BLOCK.in(values),
                SequenceOption.RESERVATION_TIME.in(values),
                SequenceOption.KEY_RETENTION.in(values),
                saturated(SequenceOption.MAX_KEYS.in(values)),
                saturated(SequenceOption.MAX_PENDING.in(values)),
                SequenceOption.AT_EXPIRY.in(values),
                SequenceOption.FORMAT.in(values),
                SequenceOption.LEDGER_RETENTION.in(values));
    }

    /** Far too many or too few are as many as fit, and are refused as such. */
    private static int saturated(long given) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, given));
    }

    private static void requireWithin(SequenceOption option, long value, long min, long max) {
        if (value < min || value > max) {
            throw new InvalidSequenceException(
                    "must be >= %s && <= %s: %s=%s".formatted(min, max, option.text(), value));
        }
    }

    private static void requireWithin(SequenceOption option, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new InvalidSequenceException("must be >= %s && <= %s: %s=%s"
                    .formatted(
                            DurationFormat.format(min),
                            DurationFormat.format(max),
                            option.text(),
                            DurationFormat.format(value)));
        }
    }
}
