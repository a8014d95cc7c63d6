package io.snowkeeper.coordinator.sequence.plan;

import io.snowkeeper.coordinator.sequence.Grant;
import io.snowkeeper.coordinator.sequence.record.SequenceRecord;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.ArrayList;
import java.util.List;

/** The allocation of numbers from blocks, which a node takes for itself and hands out by its {@link BlockStock}. */
final class BlockAllocation implements Allocation {

    static final Allocation INSTANCE = new BlockAllocation();

    private BlockAllocation() {}

    @Override
    public void plan(NextCommand call, Draft draft) {
        call.serveFromStock(draft);
    }

    @Override
    public Grant planKeyed(NextCommand call, Draft draft, String key) {
        return call.draw(draft);
    }

    @Override
    public boolean looksForKeys() {
        return true;
    }

    @Override
    public long given(BlockStock stock, long written) {
        return stock.given();
    }

    @Override
    public void refill(Draft draft, BlockStock stock, long now) {
        SequenceRecord record = draft.record();
        if (draft.deletesSequence() || !stock.needsMore()) {
            return;
        }
        long wanted = stock.refillSize(record.options(), record.untaken(), now);
        if (wanted <= 0) {
            return;
        }
        List<Block> blocks = new ArrayList<>();
        List<NumberRange> runs = record.untaken(wanted);
        long offset = record.taken();
        for (NumberRange run : runs) {
            blocks.add(new Block(offset, run));
            offset += run.size();
        }
        draft.update(record.withTaken(offset));
        draft.onCommit(new CommitAction(runs, false, () -> add(stock, blocks), () -> {}));
    }

    private static boolean add(BlockStock stock, List<Block> blocks) {
        stock.add(blocks);
        return true;
    }
}
