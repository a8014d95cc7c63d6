package io.snowkeeper.core.sortable;

import io.snowkeeper.core.IdUnavailableException;
import java.util.Optional;

/** Ids that a sequencer of the caller's own counts, one at a time. */
record SequencedIds(NodeIds ids, CheckedSequencer sequencer) implements IdSource {

    @Override
    public SortableId next() {
        TimedCount drawn = sequencer.next();
        return ids.id(drawn.time(), drawn.counter());
    }

    @Override
    public void next(byte[] target, int offset) {
        TimedCount drawn = sequencer.next();
        ids.write(target, offset, drawn.time(), drawn.counter());
    }

    @Override
    public void next(byte[] target, int offset, int count) {
        for (int i = 0; i < count; i++) {
            next(target, offset + i * SortableLayout.ID_BYTES);
        }
    }

    @Override
    public SortableIdRun nextRun(int maxCount) {
        return run(sequencer.next());
    }

    @Override
    public Optional<SortableIdRun> tryNextRun(int maxCount) {
        return sequencer.tryNext().map(this::run);
    }

    private SortableIdRun run(TimedCount drawn) {
        return new SortableIdRun(ids.layout(), drawn.time(), drawn.counter(), ids.node(), 1);
    }

    @Override
    public Optional<IdUnavailableException> refusal() {
        return sequencer.refusal();
    }

    @Override
    public long lastMillis() {
        return sequencer.lastMillis();
    }

    @Override
    public long close() {
        return sequencer.close();
    }
}
