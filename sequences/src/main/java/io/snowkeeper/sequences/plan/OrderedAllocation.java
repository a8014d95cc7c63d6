package io.snowkeeper.sequences.plan;

import io.snowkeeper.sequences.Grant;
import org.jspecify.annotations.Nullable;

/** The allocation of numbers one write after another: each write gives those that come next. */
final class OrderedAllocation implements Allocation {

    static final Allocation INSTANCE = new OrderedAllocation();

    private OrderedAllocation() {}

    @Override
    public void plan(NextCommand call, Draft draft) {
        var unused = grant(call, draft, null);
    }

    @Override
    public Grant planKeyed(NextCommand call, Draft draft, String key) {
        return grant(call, draft, key);
    }

    private static Grant grant(NextCommand call, Draft draft, @Nullable String key) {
        Grant grant = call.grantNext(draft);
        draft.onCommit(new CommitAction(
                grant.places(), key == null, () -> call.answer().complete(grant), () -> {}));
        return grant;
    }
}
