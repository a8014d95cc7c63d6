package io.snowkeeper.sequences.sweep;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.plan.CommitAction;
import io.snowkeeper.sequences.plan.Draft;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The command of the sweeper that forgets keys whose time is up. */
public final class ForgetKeysCommand extends Command<@Nullable Void> {

    /**
     * A key's znode as the sweeper saw it.
     *
     * @param created the transaction that created it: a key may be forgotten and used again
     */
    public record Seen(String path, long created) {}

    private final String incarnation;
    private final List<Seen> keys;

    public ForgetKeysCommand(String incarnation, List<Seen> keys, long arrived, long timeoutNanos) {
        super(arrived, timeoutNanos);
        this.incarnation = incarnation;
        this.keys = keys;
    }

    @Override
    public void plan(Draft draft) {
        if (draft.incarnation().equals(incarnation)) {
            for (Seen key : keys) {
                if (draft.isFull()) {
                    break;
                }
                draft.planPart(() -> forget(draft, key));
            }
        }
        draft.onCommit(CommitAction.of(() -> answer().complete(null)));
    }

    private static void forget(Draft draft, Seen key) {
        Optional<StoredRecord> znode = draft.read(key.path());
        if (znode.isPresent()
                && znode.get().stamp().created() == key.created()
                && !draft.znodes().isDeleted(key.path())) {
            draft.znodes().delete(key.path());
            draft.update(draft.record().withKeys(draft.record().keys() - 1));
        }
    }
}
