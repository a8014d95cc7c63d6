package io.snowkeeper.simulation.machine;

import io.snowkeeper.coordinator.state.NodeState;
import io.snowkeeper.coordinator.state.NodeStateStore;
import java.io.IOException;
import java.util.Optional;

/** The state directory of a process on its machine's disk, which may be full or slow. */
public final class Disk implements NodeStateStore {

    private static final long AHEAD_MILLIS = 2_000;

    private final SimulatedProcess process;
    private final Machine machine;
    private final Stalls stalls;

    public Disk(SimulatedProcess process, Machine machine, Stalls stalls) {
        this.process = process;
        this.machine = machine;
        this.stalls = stalls;
    }

    @Override
    public Optional<NodeState> load() {
        return machine.state();
    }

    @Override
    public void save(NodeState state) throws IOException {
        process.requireAlive();
        stalls.mayPause(process);
        if (machine.isDiskFull()) {
            throw new IOException("no space left on the simulated disk");
        }
        machine.putState(state);
        stalls.mayPause(process);
    }

    @Override
    public Optional<String> place() {
        return Optional.of(machine.place());
    }

    @Override
    public long aheadMillis() {
        return AHEAD_MILLIS;
    }

    @Override
    public void close() {}
}
