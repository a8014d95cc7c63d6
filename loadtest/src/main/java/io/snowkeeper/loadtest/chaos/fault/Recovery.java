package io.snowkeeper.loadtest.chaos.fault;

import java.io.IOException;

/** What an operator does where older data of ZooKeeper are put back. */
public interface Recovery {

    /** All nodes are stopped: what they have handed out is in the books. */
    void stopped();

    /** Tells the fleet, before any node is started, and as soon as the servers answer. */
    void begin() throws IOException, InterruptedException;

    /** Has the sequences go on behind what was handed out, while the nodes start. */
    void recover() throws IOException, InterruptedException;
}
