package io.snowkeeper.sequences.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.business.PeriodRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The periods of a sequence as its state has them: their rule, the present one, and when that ends. As the end is in the state, nodes whose zones have
 * different rules agree on it; and a period only moves forward, unless an operator turns it back.
 *
 * @param current the period that numbers were given in last, null if none were
 * @param until when it ends, in Unix milliseconds by the store's clock; null if there is none
 * @param left those that may come again: the one before, and any later one that was turned back from, even if a wrong
 *     clock has passed it since
 */
public record PeriodRecord(
        PeriodRule rule, @Nullable Period current, @Nullable Long until, List<LeftPeriod> left) {

    /** By so much the clocks of the store's servers, one of which leads, may differ, and a node's stopwatch from them within {@link #RELIED_MILLIS}. */
    public static final long MARGIN_MILLIS = 10_000;

    /** How long a node relies on its knowledge of the store's time, and of the present period, before it asks again. */
    public static final long RELIED_MILLIS = 3_600_000;

    /**
     * A period that is not the present one.
     *
     * @param taken how many numbers were taken of it
     */
    record LeftPeriod(Period period, long taken) {}

    /** The form in which it is written. */
    record Payload(
            String length,
            String zone,
            @Nullable String current,
            @Nullable Long until,
            Map<String, Long> left) {}

    public PeriodRecord {
        left = List.copyOf(left);
    }

    /** Returns the periods of a sequence that has given no numbers. */
    static PeriodRecord of(PeriodRule rule) {
        return new PeriodRecord(rule, null, null, List.of());
    }

    /**
     * Returns the periods as they are for numbers that are given at a time, by the store's clock. A period does not end before it was said to; if by
     * the rule, as this node knows it, it goes on then, it does. Where the rule says of a present period that it ends at another time, that is believed as
     * long as both are so far off that no node hands out numbers of it from memory by then.
     */
    public PeriodRecord at(long millis) {
        if (current == null || until == null) {
            return begin(rule.at(millis));
        }
        if (millis >= until) {
            Period due = rule.at(millis);
            return begin(due.compareTo(current) > 0 ? due : current);
        }
        long end = rule.endMillis(current);
        return Math.min(end, until) > millis + RELIED_MILLIS + MARGIN_MILLIS
                ? new PeriodRecord(rule, current, end, left)
                : this;
    }

    private PeriodRecord begin(Period period) {
        return new PeriodRecord(rule, period, rule.endMillis(period), left);
    }

    /**
     * Returns the periods in an earlier one than the present one.
     *
     * @return empty if it is not known how many numbers were taken of it
     */
    public Optional<PeriodRecord> backIn(Period earlier) {
        boolean known = left.stream().anyMatch(period -> period.period().equals(earlier));
        // A period between the present one and the one before never began.
        boolean skipped = left.stream().anyMatch(period -> period.period().compareTo(earlier) < 0);
        return known || skipped ? Optional.of(begin(earlier)) : Optional.empty();
    }

    /** Returns how many numbers of the present period were taken when it was left, 0 if it never was. */
    long takenBefore() {
        return left.stream()
                .filter(period -> period.period().equals(current))
                .mapToLong(LeftPeriod::taken)
                .findFirst()
                .orElse(0);
    }

    /**
     * Returns these periods as they are written when the present one begins.
     *
     * @param before the one that is left, null if there was none
     * @param taken how many numbers were taken of that
     */
    PeriodRecord after(@Nullable Period before, long taken) {
        List<LeftPeriod> kept = new ArrayList<>(left);
        kept.removeIf(period -> isOver(period.period(), before));
        if (before != null) {
            kept.add(0, new LeftPeriod(before, taken));
        }
        return new PeriodRecord(rule, current, until, kept);
    }

    /** Returns whether a period need not be kept: it has come again, or no turn back leads to it. */
    private boolean isOver(Period period, @Nullable Period before) {
        boolean forward = current == null || before == null || before.compareTo(current) < 0;
        return period.equals(current) || (forward && (before == null || period.compareTo(before) <= 0));
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static PeriodRecord read(Payload payload) {
        PeriodLength length = PeriodLength.of(payload.length())
                .orElseThrow(() -> new IllegalArgumentException("no length of a period: " + payload.length()));
        return new PeriodRecord(
                PeriodRule.of(length, payload.zone()),
                payload.current() == null ? null : Period.parse(payload.current()),
                payload.until(),
                payload.left().entrySet().stream()
                        .map(period -> new LeftPeriod(Period.parse(period.getKey()), period.getValue()))
                        .toList());
    }

    @JsonValue
    Payload payload() {
        Map<String, Long> told = new LinkedHashMap<>();
        left.forEach(period -> told.put(period.period().text(), period.taken()));
        return new Payload(
                rule.length().text(), rule.zone().getId(), current == null ? null : current.text(), until, told);
    }
}
