package io.snowkeeper.node.line;

import io.snowkeeper.core.ClockStalledException;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.embedded.id.HighestSequences;
import io.snowkeeper.embedded.id.IdRuns;
import io.snowkeeper.embedded.id.IdSource;
import java.util.Optional;
import java.util.OptionalLong;

/** Waits for the next millisecond where others say that they have nothing before it. */
record WaitingIds(IdSource ids) implements IdSource {

    @Override
    public long tryNext() {
        long id = ids.tryNext();
        while (id == NONE) {
            Thread.onSpinWait();
            id = ids.tryNext();
        }
        return id;
    }

    @Override
    public void tryNext(IdRuns batch, int count) {
        int size = batch.size() + count;
        while (batch.size() < size) {
            ids.tryNext(batch, size - batch.size());
            Thread.onSpinWait();
        }
    }

    @Override
    public Layout layout() {
        return ids.layout();
    }

    @Override
    public OptionalLong workerId() {
        return ids.workerId();
    }

    @Override
    public long highestSequence() {
        return ids.highestSequence();
    }

    @Override
    public Optional<Unavailability> refusal() {
        return ids.refusal();
    }

    @Override
    public Optional<ClockStalledException> stall() {
        return ids.stall();
    }

    @Override
    public HighestSequences highestSequences() {
        return ids.highestSequences();
    }
}
