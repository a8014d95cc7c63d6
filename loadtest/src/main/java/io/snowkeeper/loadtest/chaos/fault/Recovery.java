package io.snowkeeper.loadtest.chaos.fault;

import java.io.IOException;

/** An operator's recovery where older data of ZooKeeper are put back. */
public interface Recovery {

    /** Notes that all nodes are stopped: all their numbers are in the books. */
    void stopped();

    /** Announces it to the fleet, before any node is started, and as soon as the servers answer. */
    void begin() throws IOException, InterruptedException;

    /** Advances the sequences beyond the numbers handed out, while the nodes start. */
    void recover() throws IOException, InterruptedException;
}
