package io.snowkeeper.simulation.machine;

import io.snowkeeper.coordinator.progress.SequenceNotes;
import io.snowkeeper.coordinator.state.NodeState;
import io.snowkeeper.coordinator.state.NodeStateStore;
import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The state directory of a process on its machine's disk, which may be full or slow. */
public final class Disk implements NodeStateStore {

    private static final long AHEAD_MILLIS = 2_000;

    private final SimulatedProcess process;
    private final Machine machine;
    private final Stalls stalls;
    private final boolean takesNotes;

    /** @param takesNotes whether notes of how far sequences have come are kept, which take time as all that is written */
    public Disk(SimulatedProcess process, Machine machine, Stalls stalls, boolean takesNotes) {
        this.process = process;
        this.machine = machine;
        this.stalls = stalls;
        this.takesNotes = takesNotes;
    }

    @Override
    public Optional<NodeState> load() {
        return machine.state();
    }

    @Override
    public void save(NodeState state) throws IOException {
        write(before -> new Machine.Files(state, before.notes()));
    }

    @Override
    public Optional<SequenceNotes> loadNotes() {
        return Optional.ofNullable(machine.files().notes());
    }

    @Override
    public void saveNotes(SequenceNotes notes) throws IOException {
        if (takesNotes) {
            write(before -> new Machine.Files(before.state(), notes));
        }
    }

    private void write(UnaryOperator<Machine.Files> change) throws IOException {
        process.requireAlive();
        stalls.mayPause(process);
        if (machine.isDiskFull()) {
            throw new IOException("no space left on the simulated disk");
        }
        machine.write(change.apply(machine.files()));
        stalls.mayPause(process);
    }

    @Override
    public boolean saysRestored() {
        return machine.saysRestored();
    }

    @Override
    public void restoredIsKnown() {
        machine.sayRestored(false);
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
