package io.snowkeeper.cli.fleet;

import io.snowkeeper.node.NodeFailedException;

/** A source of looks at the fleet. */
@FunctionalInterface
interface FleetSource {

    /**
     * Returns the fleet as it is told now.
     *
     * @throws NodeFailedException if nobody tells it
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    Sighting look() throws NodeFailedException, InterruptedException;
}
