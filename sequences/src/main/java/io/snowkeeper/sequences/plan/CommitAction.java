package io.snowkeeper.sequences.plan;

import io.snowkeeper.core.sequence.NumberRange;
import java.util.List;

/**
 * An action that is done for a command once the draft is written.
 *
 * @param numbers the places of its numbers, empty if it is about none
 * @param leavesGap whether the numbers are lost if the caller has gone
 * @param keep answers the command; returns false if the caller has gone
 * @param abandoned a further action for that case
 */
public record CommitAction(List<NumberRange> numbers, boolean leavesGap, Keep keep, Runnable abandoned) {

    public interface Keep {
        boolean run();
    }

    public static CommitAction of(Keep keep) {
        return new CommitAction(List.of(), false, keep, () -> {});
    }

    public long count() {
        long count = 0;
        for (NumberRange run : numbers) {
            count += run.size();
        }
        return count;
    }
}
