package io.snowkeeper.sequences.plan;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The allocation of numbers from blocks, which a node takes for itself and hands out by its {@link BlockStock}. */
final class BlockAllocation implements Allocation {

    static final Allocation INSTANCE = new BlockAllocation();

    private BlockAllocation() {}

    @Override
    public void plan(NextCommand call, Draft draft) {
        if (call.mustWrite()) {
            var unused = writePast(call, draft, null);
        } else {
            call.serveFromStock(draft);
        }
    }

    @Override
    public Grant planKeyed(NextCommand call, Draft draft, String key) {
        return call.mustWrite() ? writePast(call, draft, key) : call.draw(draft);
    }

    /** Grants numbers as an ordered sequence does: towards the end of a period, each write says whether it has ended. */
    private static Grant writePast(NextCommand call, Draft draft, @Nullable String key) {
        Grant grant = call.grantNext(draft);
        draft.onCommit(new CommitAction(grant.places(), key == null, () -> call.answerPastStock(grant), () -> {}));
        return grant;
    }

    @Override
    public boolean looksForKeys() {
        return true;
    }

    @Override
    public long issued(BlockStock stock, long written) {
        return stock.issued();
    }

    @Override
    public void refill(Draft draft, BlockStock stock, long now) {
        if (draft.deletesSequence() || !stock.needsMore()) {
            return;
        }
        PeriodTurn.begin(draft);
        SequenceRecord record = draft.record();
        long wanted = stock.refillSize(record.options(), record.untaken(), now);
        if (wanted <= 0) {
            return;
        }
        List<Block> blocks = new ArrayList<>();
        List<NumberRange> runs = record.untaken(wanted);
        long offset = record.taken();
        for (NumberRange run : runs) {
            blocks.add(new Block(offset, run, record.step()));
            offset += run.size();
        }
        draft.update(record.withTaken(offset));
        Period period = record.period().orElse(null);
        draft.onCommit(new CommitAction(runs, false, () -> add(stock, blocks, period), () -> {}));
    }

    private static boolean add(BlockStock stock, List<Block> blocks, @Nullable Period period) {
        stock.add(blocks, period);
        return true;
    }
}
