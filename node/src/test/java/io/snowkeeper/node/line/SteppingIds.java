package io.snowkeeper.node.line;

import io.snowkeeper.core.ClockStalledException;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.embedded.id.HighestSequences;
import io.snowkeeper.embedded.id.IdRuns;
import io.snowkeeper.embedded.id.IdSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/** Lets the time go on by a millisecond for every request, so that its ids are known. */
record SteppingIds(AtomicLong now, IdSource ids) implements IdSource {

    @Override
    public long tryNext() {
        now.incrementAndGet();
        return ids.tryNext();
    }

    @Override
    public void tryNext(IdRuns batch, int count) {
        now.incrementAndGet();
        ids.tryNext(batch, count);
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
