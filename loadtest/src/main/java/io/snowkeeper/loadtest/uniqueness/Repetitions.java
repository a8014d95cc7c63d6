package io.snowkeeper.loadtest.uniqueness;

import java.util.List;

/**
 * The ids that came more than once.
 *
 * @param surplus how many ids too many there were: an id that came three times counts twice
 * @param examples the lowest of the ids that repeat, each once, ascending, {@value #MAX_EXAMPLES} at most
 */
public record Repetitions(long surplus, List<Long> examples) {

    /** The most examples that are kept. */
    public static final int MAX_EXAMPLES = 100;

    public Repetitions {
        examples = List.copyOf(examples);
    }

    /** Returns whether nothing came twice. */
    public boolean isEmpty() {
        return surplus == 0;
    }
}
