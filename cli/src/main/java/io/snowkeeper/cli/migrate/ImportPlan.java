package io.snowkeeper.cli.migrate;

import io.snowkeeper.core.Checks;
import io.snowkeeper.core.sequence.SequenceMode;

/**
 * The settings of an import.
 *
 * @param action the action for a missing sequence
 * @param mode the mode of the sequences that are created
 * @param margin how many numbers are to lie between a counter and the first number of its sequence, 0 or more
 * @param names how keys become names
 */
record ImportPlan(Action action, SequenceMode mode, long margin, NameRules names) {

    /** The action for a missing sequence. */
    enum Action {
        /** It is created. */
        CREATE,
        /** Report that it would be created. */
        TRY,
        /** Report that it is missing. */
        CHECK
    }

    /** @throws IllegalArgumentException if a value is out of its range */
    ImportPlan {
        Checks.requireAtLeast("margin", margin, 0);
    }
}
