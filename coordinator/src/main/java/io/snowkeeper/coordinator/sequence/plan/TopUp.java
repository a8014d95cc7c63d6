package io.snowkeeper.coordinator.sequence.plan;

import io.snowkeeper.coordinator.sequence.NumberRange;
import io.snowkeeper.coordinator.sequence.SequenceMode;
import io.snowkeeper.coordinator.sequence.record.SequenceRecord;
import java.util.ArrayList;
import java.util.List;

/** Fills a node's stock up: takes blocks of the sequence along with whatever else a draft does. */
public final class TopUp {

    private TopUp() {}

    /** @param now by System.nanoTime */
    public static void plan(Draft draft, BlockStock stock, long now) {
        SequenceRecord record = draft.record();
        if (record.mode() != SequenceMode.BLOCK || draft.deletesSequence() || !stock.needsMore()) {
            return;
        }
        long wanted = stock.topUp(record.options(), record.untaken(), now);
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
        draft.promise(new Promise(runs, false, () -> add(stock, blocks), () -> {}));
    }

    private static boolean add(BlockStock stock, List<Block> blocks) {
        stock.add(blocks);
        return true;
    }
}
