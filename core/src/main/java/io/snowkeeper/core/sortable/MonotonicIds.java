package io.snowkeeper.core.sortable;

import io.snowkeeper.core.IdUnavailableException;
import java.util.Optional;

/** Ids that a {@link MonotonicSequencer} counts: as many in one atomic step as the tick has. */
record MonotonicIds(NodeIds ids, MonotonicSequencer sequencer) implements IdSource {

    @Override
    public SortableId next() {
        Span span = sequencer.span();
        long first = sequencer.claim(span, 1);
        while (first == MonotonicSequencer.AGAIN) {
            span = sequencer.span();
            first = sequencer.claim(span, 1);
        }
        return ids.id(span.tickOf(first), span.counterOf(first));
    }

    @Override
    public void next(byte[] target, int offset) {
        Span span = sequencer.span();
        long first = sequencer.claim(span, 1);
        while (first == MonotonicSequencer.AGAIN) {
            span = sequencer.span();
            first = sequencer.claim(span, 1);
        }
        ids.write(target, offset, span.tickOf(first), span.counterOf(first));
    }

    @Override
    public void next(byte[] target, int offset, int count) {
        int position = offset;
        int left = count;
        while (left > 0) {
            Span span = sequencer.span();
            long first = sequencer.claim(span, left);
            if (first != MonotonicSequencer.AGAIN) {
                int length = span.runLength(first, left);
                ids.write(target, position, span.tickOf(first), span.counterOf(first), length);
                position += length * SortableLayout.ID_BYTES;
                left -= length;
            }
        }
    }

    @Override
    public SortableIdRun nextRun(int maxCount) {
        Span span = sequencer.span();
        long first = sequencer.claim(span, maxCount);
        while (first == MonotonicSequencer.AGAIN) {
            span = sequencer.span();
            first = sequencer.claim(span, maxCount);
        }
        return run(span, first, maxCount);
    }

    @Override
    public Optional<SortableIdRun> tryNextRun(int maxCount) {
        Span span = sequencer.span();
        long first = sequencer.tryClaim(span, maxCount);
        while (first == MonotonicSequencer.AGAIN) {
            span = sequencer.span();
            first = sequencer.tryClaim(span, maxCount);
        }
        return first == MonotonicSequencer.USED_UP ? Optional.empty() : Optional.of(run(span, first, maxCount));
    }

    private SortableIdRun run(Span span, long first, int maxCount) {
        return new SortableIdRun(
                ids.layout(), span.tickOf(first), span.counterOf(first), ids.node(), span.runLength(first, maxCount));
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
