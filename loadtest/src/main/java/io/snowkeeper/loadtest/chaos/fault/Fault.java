package io.snowkeeper.loadtest.chaos.fault;

import java.io.IOException;
import java.time.Duration;

/** A fault: a part that is broken for a while. */
sealed interface Fault permits NodeFault, EnsembleFault {

    /**
     * Breaks it, and comes back when it is whole again.
     *
     * @throws IOException if it cannot be broken or mended, which is no fault of the fleet
     */
    void happen(Duration duration) throws IOException, InterruptedException;
}
