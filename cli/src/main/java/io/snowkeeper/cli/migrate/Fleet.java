package io.snowkeeper.cli.migrate;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.sequence.GivenOptions;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import java.util.Optional;

/** The sequences of a fleet, as far as an import needs them. */
interface Fleet {

    /** Returns how a sequence stands, empty if there is none. */
    Optional<SequenceDescription> find(String name);

    /**
     * Creates a sequence; fine if there is one that was created so.
     *
     * @param step 1 if it counts by ones
     * @throws RefusedException if there is another one of this name, or the fleet takes none
     */
    SequenceDescription create(String name, SequenceMode mode, NumberRange range, long step);

    /** Returns the fleet that a client asks. */
    static Fleet of(SnowkeeperClient client) {
        return new Fleet() {
            @Override
            public Optional<SequenceDescription> find(String name) {
                try {
                    return Optional.of(client.sequence(name).describe());
                } catch (RefusedException e) {
                    if (e.code() == ErrorCode.KEY_DOES_NOT_EXIST.number()) {
                        return Optional.empty();
                    }
                    throw e;
                }
            }

            @Override
            public SequenceDescription create(String name, SequenceMode mode, NumberRange range, long step) {
                // Counters mostly begin at 1, each for something else.
                return client.sequence(name).allowingOverlap().create(mode, range, GivenOptions.NONE.withStep(step));
            }
        };
    }
}
