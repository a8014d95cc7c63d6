package io.snowkeeper.core.sequence;

import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.business.PeriodRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The options that a call gives. An absent option has its default in a new sequence, and does not change an existing
 * one. Servers have limits of their own: beyond them, or for an option of another mode, they refuse with code 12.
 *
 * @param values those of {@link SequenceOptions}, each of its option's kind
 * @param periods the periods in each of which numbers are counted anew; given when a sequence is created, and never
 *     changed
 * @param step how far each number is from the one before; given when a sequence is created, and never changed. A
 *     sequence that counts by ones has none
 */
public record GivenOptions(Map<SequenceOption, Object> values, Optional<PeriodRule> periods, OptionalLong step) {

    /** None is given. */
    public static final GivenOptions NONE = new GivenOptions(Map.of(), Optional.empty(), OptionalLong.empty());

    public GivenOptions {
        Map<SequenceOption, Object> copy = new EnumMap<>(SequenceOption.class);
        copy.putAll(values);
        values = Collections.unmodifiableMap(copy);
    }

    /**
     * Returns these options with bounds for blocks.
     *
     * @throws IllegalArgumentException if a value is not positive
     */
    public GivenOptions withBlock(long min, long max) {
        return withNumber(SequenceOption.MIN_BLOCK, min).withNumber(SequenceOption.MAX_BLOCK, max);
    }

    /**
     * Returns these options with a time to confirm, to the millisecond.
     *
     * @throws IllegalArgumentException if it is less than a millisecond
     */
    public GivenOptions withReservationTime(Duration time) {
        return withTime(SequenceOption.RESERVATION_TIME, time);
    }

    /**
     * Returns these options with a time for keys, to the millisecond.
     *
     * @param time or {@link Retention#FOREVER}
     * @throws IllegalArgumentException if it is less than a millisecond
     */
    public GivenOptions withKeyRetention(Duration time) {
        return withTime(SequenceOption.KEY_RETENTION, time);
    }

    /**
     * Returns these options with a limit of keys.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public GivenOptions withMaxKeys(long max) {
        return withNumber(SequenceOption.MAX_KEYS, max);
    }

    /**
     * Returns these options with a limit of unconfirmed reservations.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public GivenOptions withMaxPending(long max) {
        return withNumber(SequenceOption.MAX_PENDING, max);
    }

    /** Returns these options with a fate of numbers that stay unconfirmed. */
    public GivenOptions withAtExpiry(AtExpiry fate) {
        return with(SequenceOption.AT_EXPIRY, fate);
    }

    /** Returns these options with a format of the numbers. */
    public GivenOptions withFormat(NumberFormat format) {
        return with(SequenceOption.FORMAT, Optional.of(format));
    }

    /** Returns these options, by which numbers that had a format have none any more. */
    public GivenOptions withoutFormat() {
        return with(SequenceOption.FORMAT, Optional.empty());
    }

    /**
     * Returns these options with a time for entries of the ledger, to the millisecond.
     *
     * @param time or {@link Retention#FOREVER}
     * @throws IllegalArgumentException if it is less than a millisecond
     */
    public GivenOptions withLedgerRetention(Duration time) {
        return withTime(SequenceOption.LEDGER_RETENTION, time);
    }

    /** Returns these options with periods, for a sequence that is created. */
    public GivenOptions withPeriods(PeriodRule rule) {
        return new GivenOptions(values, Optional.of(rule), step);
    }

    /**
     * Returns these options with a step, for a block or ordered sequence that is created: each of its ranges has to begin and end with a
     * number that steps from the first one reach.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public GivenOptions withStep(long newStep) {
        requirePositive("step", newStep);
        return new GivenOptions(values, periods, OptionalLong.of(newStep));
    }

    /**
     * Returns these options with one more.
     *
     * @param value as {@link SequenceOption#parse} returns it; whether it is within its range is checked where options are made of it
     */
    public GivenOptions with(SequenceOption option, Object value) {
        Map<SequenceOption, Object> more = new EnumMap<>(SequenceOption.class);
        more.putAll(values);
        more.put(option, value);
        return new GivenOptions(more, periods, step);
    }

    private GivenOptions withNumber(SequenceOption option, long value) {
        requirePositive(option.text(), value);
        return with(option, value);
    }

    private GivenOptions withTime(SequenceOption option, Duration time) {
        requirePositive(option.text() + " in ms", time.toMillis());
        return with(option, time);
    }

    private static void requirePositive(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException("must be >= 1: %s=%s".formatted(name, value));
        }
    }

    /**
     * Returns the options of a sequence after applying these.
     *
     * @throws InvalidSequenceException if one is not an option of the mode, or out of its range
     */
    public SequenceOptions applyTo(SequenceMode mode, SequenceOptions present) {
        values.forEach((option, value) -> option.requireOf(mode, value));
        Map<SequenceOption, Object> all = SequenceOption.valuesOf(present);
        all.putAll(values);
        if (mode != SequenceMode.GAPLESS) {
            // In a mode without reservations the time cannot be given, so it must not be longer than a key's time that
            // is given.
            Duration usual = SequenceOptions.DEFAULT.reservationTime();
            Duration retention = SequenceOption.KEY_RETENTION.in(all);
            all.put(SequenceOption.RESERVATION_TIME, usual.compareTo(retention) < 0 ? usual : retention);
        }
        return SequenceOptions.of(all);
    }

    /** Returns each as a request has it, by its name: a {@link Long} or a {@link String}. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        values.forEach((option, value) -> fields.put(option.text(), SequenceOption.form(value)));
        periods.ifPresent(rule -> {
            fields.put("period", rule.length().text());
            fields.put("zone", rule.zone().getId());
        });
        step.ifPresent(size -> fields.put("step", size));
        return fields;
    }

    /** Returns name and value of each, as errors and the audit trail show them. */
    public List<String> shown() {
        List<String> shown = new ArrayList<>();
        values.forEach((option, value) -> shown.add(option.shown(value)));
        return shown;
    }
}
