package io.snowkeeper.simulation;

import java.util.List;

/** placeholder */
final class SequenceClients {
    SequenceClients(List<SimulatedNode> nodes, EventLoop loop, Choices choices, Trace trace) {}

    void start() {}

    void finish() {}

    void requireSettled() {}

    long count() {
        return 0;
    }
}
