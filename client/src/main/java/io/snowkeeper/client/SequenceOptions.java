package io.snowkeeper.client;

import io.snowkeeper.client.internal.wire.RequestLine;
import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.business.PeriodRule;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.Retention;
import io.snowkeeper.core.text.DurationFormat;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The options of a sequence: those that a call gives, or those that a sequence has. What a call does not give has its default in a
 * sequence that is created, and stays as it is in one that is there already; a sequence has those of its mode alone. Servers have
 * limits of their own, and refuse with code 12 what is beyond them, or of another mode.
 *
 * @param minBlock block mode: the fewest numbers that a node keeps
 * @param maxBlock block mode: the most numbers that a node keeps, and so may lose
 * @param reservationTime gapless mode: how long a number may stay unconfirmed, to the millisecond
 * @param keyRetention how long a key is known at the least, to the millisecond, or {@link Retention#FOREVER}
 * @param maxKeys how many keys may be known at once
 * @param maxPending gapless mode: how many reservations may be unconfirmed at once
 * @param atExpiry gapless mode: what becomes of a number that stays unconfirmed for longer than its time
 * @param format how numbers are written, as {@link NumberFormat} has it; {@link #NO_FORMAT} to have none any more
 * @param ledgerRetention gapless mode: how long entries of the ledger are kept that nobody has released, to the millisecond, or {@link
 *     Retention#FOREVER}
 * @param periods the periods in each of which numbers are counted anew; given when a sequence is created, and never changed
 * @param step how far each number is from the one before; given when a sequence is created, and never changed. A sequence that counts by
 *     ones has none
 */
public record SequenceOptions(
        OptionalLong minBlock,
        OptionalLong maxBlock,
        Optional<Duration> reservationTime,
        Optional<Duration> keyRetention,
        OptionalLong maxKeys,
        OptionalLong maxPending,
        Optional<AtExpiry> atExpiry,
        Optional<String> format,
        Optional<Duration> ledgerRetention,
        Optional<PeriodRule> periods,
        OptionalLong step) {

    /** How it is said that numbers have no format any more. */
    public static final String NO_FORMAT = "none";

    /** None is given. */
    public static final SequenceOptions NONE = new SequenceOptions(
            OptionalLong.empty(),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalLong.empty());

    /** @throws IllegalArgumentException if a value is not positive */
    public SequenceOptions {
        requirePositive("minBlock", minBlock);
        requirePositive("maxBlock", maxBlock);
        requirePositive("reservationTime in ms", millis(reservationTime));
        requirePositive("keyRetention in ms", millis(keyRetention));
        requirePositive("ledgerRetention in ms", millis(ledgerRetention));
        requirePositive("maxKeys", maxKeys);
        requirePositive("maxPending", maxPending);
        requirePositive("step", step);
    }

    /**
     * Returns these options with bounds for blocks.
     *
     * @throws IllegalArgumentException if a value is not positive
     */
    public SequenceOptions withBlock(long min, long max) {
        return with(copy -> {
            copy.minBlock = OptionalLong.of(min);
            copy.maxBlock = OptionalLong.of(max);
        });
    }

    /**
     * Returns these options with a time to confirm.
     *
     * @throws IllegalArgumentException if it is less than a millisecond
     */
    public SequenceOptions withReservationTime(Duration time) {
        return with(copy -> copy.reservationTime = Optional.of(time));
    }

    /**
     * Returns these options with a time for keys.
     *
     * @param time or {@link Retention#FOREVER}
     * @throws IllegalArgumentException if it is less than a millisecond
     */
    public SequenceOptions withKeyRetention(Duration time) {
        return with(copy -> copy.keyRetention = Optional.of(time));
    }

    /**
     * Returns these options with a limit of keys.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public SequenceOptions withMaxKeys(long max) {
        return with(copy -> copy.maxKeys = OptionalLong.of(max));
    }

    /**
     * Returns these options with a limit of unconfirmed reservations.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public SequenceOptions withMaxPending(long max) {
        return with(copy -> copy.maxPending = OptionalLong.of(max));
    }

    /** Returns these options with what becomes of a number that stays unconfirmed. */
    public SequenceOptions withAtExpiry(AtExpiry fate) {
        return with(copy -> copy.atExpiry = Optional.of(fate));
    }

    /** Returns these options with a format of the numbers. */
    public SequenceOptions withFormat(NumberFormat newFormat) {
        return withFormat(newFormat.pattern());
    }

    /** Returns these options, by which numbers that had a format have none any more. */
    public SequenceOptions withoutFormat() {
        return withFormat(NO_FORMAT);
    }

    private SequenceOptions withFormat(String newFormat) {
        return with(copy -> copy.format = Optional.of(newFormat));
    }

    /**
     * Returns these options with a time for entries of the ledger.
     *
     * @param time or {@link Retention#FOREVER}
     * @throws IllegalArgumentException if it is less than a millisecond
     */
    public SequenceOptions withLedgerRetention(Duration time) {
        return with(copy -> copy.ledgerRetention = Optional.of(time));
    }

    /** Returns these options with periods, for a sequence that is created. */
    public SequenceOptions withPeriods(PeriodRule rule) {
        return with(copy -> copy.periods = Optional.of(rule));
    }

    /**
     * Returns these options with a step, for a block or ordered sequence that is created: each of its ranges has to begin and end with a
     * number that steps from the first one reach.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public SequenceOptions withStep(long newStep) {
        return with(copy -> copy.step = OptionalLong.of(newStep));
    }

    private SequenceOptions with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return copy.options();
    }

    RequestLine addTo(RequestLine line) {
        add(line, "min_block", minBlock);
        add(line, "max_block", maxBlock);
        add(line, "reservation_time", reservationTime);
        keyRetention.ifPresent(time -> line.with("key_retention", Retention.format(time)));
        add(line, "max_keys", maxKeys);
        add(line, "max_pending", maxPending);
        atExpiry.ifPresent(fate -> line.with("at_expiry", fate.text()));
        format.ifPresent(pattern -> line.with("format", pattern));
        ledgerRetention.ifPresent(time -> line.with("ledger_retention", Retention.format(time)));
        periods.ifPresent(rule -> line.with("period", rule.length().text())
                .with("zone", rule.zone().getId()));
        add(line, "step", step);
        return line;
    }

    private static void add(RequestLine line, String key, OptionalLong value) {
        value.ifPresent(given -> line.with(key, given));
    }

    private static void add(RequestLine line, String key, Optional<Duration> value) {
        value.ifPresent(given -> line.with(key, DurationFormat.format(given)));
    }

    private static OptionalLong millis(Optional<Duration> time) {
        return time.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(time.get().toMillis());
    }

    private static void requirePositive(String name, OptionalLong value) {
        if (value.isPresent() && value.getAsLong() < 1) {
            throw new IllegalArgumentException("must be >= 1: %s=%s".formatted(name, value.getAsLong()));
        }
    }

    /** A copy that can be changed. */
    private static final class Copy {
        private OptionalLong minBlock;
        private OptionalLong maxBlock;
        private Optional<Duration> reservationTime;
        private Optional<Duration> keyRetention;
        private OptionalLong maxKeys;
        private OptionalLong maxPending;
        private Optional<AtExpiry> atExpiry;
        private Optional<String> format;
        private Optional<Duration> ledgerRetention;
        private Optional<PeriodRule> periods;
        private OptionalLong step;

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
            periods = options.periods;
            step = options.step;
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
                    ledgerRetention,
                    periods,
                    step);
        }
    }
}
