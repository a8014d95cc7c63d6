package io.snowkeeper.simulation.judge;

import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The judge of the order of a sequence's periods: after a client got a number of a period, a new request gets none of a
 * former one, unless the number may have been written for the same key before. Where there are no periods, it finds
 * nothing.
 */
public final class PeriodJudge {

    private final String sequence;
    private final Map<String, Optional<Period>> firstFloors = new HashMap<>();
    private Optional<Period> latest = Optional.empty();

    public PeriodJudge(String sequence) {
        this.sequence = sequence;
    }

    /**
     * Takes note of a request for a number.
     *
     * @param key the key of the request
     * @return the earliest period of its number, empty for any: with a key, the earliest at its first request
     */
    public Optional<Period> asked(Optional<String> key) {
        return key.isEmpty() ? latest : firstFloors.computeIfAbsent(key.get(), unused -> latest);
    }

    /**
     * Takes note of a number that a client got.
     *
     * @param floor the result of {@link #asked} for the request
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
