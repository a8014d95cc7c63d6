package io.snowkeeper.coordinator.sequence.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.ArrayList;
import java.util.List;

/**
 * Payload of numbers where there may be many runs: of each one how far it begins above the end of the run before, or above 0, and how many
 * numbers it has. A run takes some four letters so, where both ends take thirty and more.
 */
public final class PackedRuns {

    private final NumberSet numbers;

    private PackedRuns(NumberSet numbers) {
        this.numbers = numbers;
    }

    public static PackedRuns of(NumberSet numbers) {
        return new PackedRuns(numbers);
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static PackedRuns of(long[] steps) {
        if (steps.length % 2 != 0) {
            throw new IllegalArgumentException("must be pairs: length=" + steps.length);
        }
        List<NumberRange> runs = new ArrayList<>(steps.length / 2);
        long end = 0;
        for (int i = 0; i < steps.length; i += 2) {
            long from = end + steps[i];
            end = from + steps[i + 1] - 1;
            runs.add(new NumberRange(from, end));
        }
        return new PackedRuns(NumberSet.of(runs));
    }

    /** Returns the numbers. */
    public NumberSet numbers() {
        return numbers;
    }

    @JsonValue
    long[] steps() {
        List<NumberRange> runs = numbers.runs();
        long[] steps = new long[2 * runs.size()];
        long end = 0;
        for (int i = 0; i < runs.size(); i++) {
            steps[2 * i] = runs.get(i).from() - end;
            steps[2 * i + 1] = runs.get(i).size();
            end = runs.get(i).to();
        }
        return steps;
    }
}
