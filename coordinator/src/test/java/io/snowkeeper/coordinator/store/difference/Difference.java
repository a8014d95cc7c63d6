package io.snowkeeper.coordinator.store.difference;

import java.util.List;
import java.util.Optional;

/**
 * A difference between the outcomes of a script on two stages.
 *
 * @param line the first line of the transcripts that differs
 */
record Difference(Script script, int line, String one, String other) {

    private static final String MISSING = "(nothing)";

    static Optional<Difference> between(Script script, List<String> one, List<String> other) {
        for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
            String first = i < one.size() ? one.get(i) : MISSING;
            String second = i < other.size() ? other.get(i) : MISSING;
            if (!first.equals(second)) {
                return Optional.of(new Difference(script, i, first, second));
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return "seed %d:%n%s%nline %d of what came of it:%n  %s%n  %s"
                .formatted(script.seed(), script, line, one, other);
    }
}
