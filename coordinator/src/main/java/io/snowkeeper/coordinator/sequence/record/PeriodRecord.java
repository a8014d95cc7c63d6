package io.snowkeeper.coordinator.sequence.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.business.PeriodRule;
import org.jspecify.annotations.Nullable;

/**
 * The periods of a sequence as its state has them: their rule, the present one, and when that ends. As the end is in the state, nodes whose zones have
 * different rules agree on it; and a period only moves forward.
 *
 * @param current the period that numbers were given in last, null if none were
 * @param until when it ends, in Unix milliseconds by the store's clock; null if there is none
 */
public record PeriodRecord(
        PeriodRule rule, @Nullable Period current, @Nullable Long until) {

    /** By so much the clocks of the store's servers, one of which leads, may differ, and a node's stopwatch from them within {@link #RELIED_MILLIS}. */
    public static final long MARGIN_MILLIS = 10_000;

    /** So long a node relies on what it knows of the store's time, and of the present period, before it asks again. */
    public static final long RELIED_MILLIS = 3_600_000;

    /** The form in which it is written. */
    record Payload(
            String length,
            String zone,
            @Nullable String current,
            @Nullable Long until) {}

    /** Returns the periods of a sequence that has given no numbers. */
    static PeriodRecord of(PeriodRule rule) {
        return new PeriodRecord(rule, null, null);
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
                ? new PeriodRecord(rule, current, end)
                : this;
    }

    private PeriodRecord begin(Period period) {
        return new PeriodRecord(rule, period, rule.endMillis(period));
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static PeriodRecord read(Payload payload) {
        PeriodLength length = PeriodLength.of(payload.length())
                .orElseThrow(() -> new IllegalArgumentException("no length of a period: " + payload.length()));
        return new PeriodRecord(
                PeriodRule.of(length, payload.zone()),
                payload.current() == null ? null : Period.parse(payload.current()),
                payload.until());
    }

    @JsonValue
    Payload payload() {
        return new Payload(rule.length().text(), rule.zone().getId(), current == null ? null : current.text(), until);
    }
}
