package io.snowkeeper.coordinator.store.difference;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A script: the actions of some clients of a store.
 *
 * @param seed its seed, if it is complete
 */
record Script(long seed, List<Turn> turns) {

    Script {
        turns = List.copyOf(turns);
    }

    Script with(List<Turn> others) {
        return new Script(seed, others);
    }

    /** Returns how many steps it has: requests, and turns of another kind. */
    int steps() {
        return turns.stream()
                .mapToInt(turn -> turn instanceof Turn.Requests several
                        ? several.requests().size()
                        : 1)
                .sum();
    }

    @Override
    public String toString() {
        return turns.stream().map(turn -> "  " + turn).collect(Collectors.joining("\n"));
    }
}
