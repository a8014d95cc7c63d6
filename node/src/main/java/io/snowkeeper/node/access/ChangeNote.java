package io.snowkeeper.node.access;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.audit.AuditEvent;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Reply;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A note for the audit trail that lacks only the outcome of the change. */
@FunctionalInterface
interface ChangeNote {

    /** ZooKeeper may have done a write without an answer, and an older or unreadable state does not show it. */
    Set<UnavailableReason> IN_DOUBT = Set.of(
            UnavailableReason.ZOOKEEPER_AWAY,
            UnavailableReason.ENSEMBLE_RESTORED,
            UnavailableReason.SEQUENCE_UNAVAILABLE);

    /** Takes it down. */
    void take(AuditEvent.Outcome outcome, @Nullable String detail);

    /** Records the answer, and returns it. */
    default Reply answered(Reply reply) {
        if (!(reply instanceof Answer.Refusal told)) {
            take(AuditEvent.Outcome.DONE, null);
            return reply;
        }
        // The trail is for the operator, who may read everything.
        Answer.Refusal refusal = told.told(sequence -> true);
        if (refusal.code() == ErrorCode.CRASH
                || refusal.reason().filter(IN_DOUBT::contains).isPresent()) {
            take(AuditEvent.Outcome.UNKNOWN, refusal.text());
        } else {
            take(AuditEvent.Outcome.REFUSED, refusal.text());
        }
        return reply;
    }
}
