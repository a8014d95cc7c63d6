package io.snowkeeper.node.line;

import io.snowkeeper.core.Layout;
import io.snowkeeper.node.service.id.IdSource;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.HighestSequences;
import java.util.Optional;
import java.util.OptionalLong;

/** Waits for the next millisecond where others say that they have nothing before it. */
record WaitingIds(IdSource ids) implements IdSource {

    @Override
    public long next() {
        return ids.next();
    }

    @Override
    public void next(long[] batch) {
        ids.next(batch);
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
    public Optional<Answer.Refusal> refusal() {
        return ids.refusal();
    }

    @Override
    public HighestSequences highestSequences() {
        return ids.highestSequences();
    }
}
