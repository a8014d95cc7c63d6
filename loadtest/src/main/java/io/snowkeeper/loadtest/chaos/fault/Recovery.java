package io.snowkeeper.loadtest.chaos.fault;

import java.io.IOException;

/** An operator's recovery where older data of ZooKeeper are put back. */
public interface Recovery {

    /** All nodes are stopped: what they have handed out is in the books. */
    void stopped();

    /** Announces it to the fleet, before any node is started, and as soon as the servers answer. */
    void begin() throws IOException, InterruptedException;

    /** Has the sequences go on behind what was handed out, while the nodes start. */
    void recover() throws IOException, InterruptedException;
}
