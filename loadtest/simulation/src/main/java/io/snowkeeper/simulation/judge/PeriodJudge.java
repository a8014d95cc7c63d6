package io.snowkeeper.simulation.judge;

import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The judge of the order of a sequence's periods: who asks after somebody was told a number of a period gets none of a former one, unless
 * the number may have been written for the same key before. Where there are no periods, it finds nothing.
 */
public final class PeriodJudge {

    private final String sequence;
    private final Map<String, Optional<Period>> firstFloors = new HashMap<>();
    private Optional<Period> latest = Optional.empty();

    public PeriodJudge(String sequence) {
        this.sequence = sequence;
    }

    /**
     * Somebody asks for a number.
     *
     * @param key the key that he asks with
     * @return the earliest period that he may get one of, empty for any: with a key, what it was when somebody first asked with that
     */
    public Optional<Period> asked(Optional<String> key) {
        return key.isEmpty() ? latest : firstFloors.computeIfAbsent(key.get(), unused -> latest);
    }

    /**
     * Somebody was told a number.
     *
     * @param floor what {@link #asked} returned when he asked
     */
    public void told(String who, BusinessNumber number, Optional<Period> floor) {
        Optional<Period> period = number.period();
        if (isBefore(period, floor)) {
            throw new BrokenPromiseException("sequence %s: %s was told %s, and when it was asked %s had begun"
                    .formatted(sequence, who, number, floor.map(Period::text).orElse("none")));
        }
        if (isBefore(latest, period)) {
            latest = period;
        }
    }

    /** None is before all. */
    private static boolean isBefore(Optional<Period> period, Optional<Period> other) {
        return other.isPresent() && (period.isEmpty() || period.get().compareTo(other.get()) < 0);
    }
}
