package io.snowkeeper.core.business;

import io.snowkeeper.core.Checks;
import java.util.Optional;

/**
 * A number of a sequence, with the period that it was counted in.
 *
 * @param period the period; empty where numbers never begin anew
 * @param number the number, 0 to 2^63-1
 */
public record BusinessNumber(Optional<Period> period, long number) {

    /** @throws IllegalArgumentException if the number is negative */
    public BusinessNumber {
        Checks.requireAtLeast("number", number, 0);
    }

    /** Returns a number of a sequence without periods. */
    public static BusinessNumber of(long number) {
        return new BusinessNumber(Optional.empty(), number);
    }

    /** Returns a number of a period. */
    public static BusinessNumber of(Period period, long number) {
        return new BusinessNumber(Optional.of(period), number);
    }
}
