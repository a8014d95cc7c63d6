package io.snowkeeper.cli.doctor;

import java.util.List;

/** A check of something that a node needs. */
@FunctionalInterface
interface Check {

    /**
     * Looks.
     *
     * @return the findings; none, if the node does not need it
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    List<Finding> look() throws InterruptedException;
}
