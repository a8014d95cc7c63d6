package io.snowkeeper.node.stream;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.security.ClientQuota;
import io.snowkeeper.node.security.SubjectQuota;
import io.snowkeeper.node.service.message.Answer;
import org.jspecify.annotations.Nullable;

/**
 * A session's part in the quotas of its client's address and of its subject. A request may be allowed by an attempt to answer it that comes to nothing; it is not
 * counted again when it is answered another way. Not thread-safe.
 */
public final class RequestQuota {

    private @Nullable ClientQuota client;
    private @Nullable SubjectQuota subject;

    /** Whether there is any: so that there is one field to look at where there is none. */
    private boolean limited;

    private boolean allowed;

    /** Whether the next request was already counted for its address, by an attempt that its subject's quota refused. */
    private boolean countedByAddress;

    /** Whether the last request that was refused was so by its subject's quota alone. */
    private boolean refusedBySubject;

    /** Sets the quota of the client's address, null for none. */
    public void limitTo(@Nullable ClientQuota share) {
        client = share;
        limited = client != null || subject != null;
    }

    /** Sets the quota of the client's subject, null for none. */
    public void limitTo(@Nullable SubjectQuota share) {
        subject = share;
        limited = client != null || subject != null;
    }

    /** Returns whether the next request may be attempted. A request refused here gets its error when it is begun. */
    public boolean attempt() {
        if (!limited || allowed) {
            return true;
        }
        allowed = takeOfAll();
        return allowed;
    }

    /** Notes that the attempt has answered the request. */
    public void attempted() {
        allowed = false;
        countedByAddress = false;
    }

    /** Returns whether the next request may be made, and counts it. */
    public boolean take() {
        boolean now = allowed || !limited || takeOfAll();
        attempted();
        return now;
    }

    private boolean takeOfAll() {
        boolean byAddress = countedByAddress || client == null || client.take();
        countedByAddress = byAddress;
        boolean bySubject = byAddress && (subject == null || subject.take());
        refusedBySubject = byAddress && !bySubject;
        return bySubject;
    }

    /** Returns whether the last refusal was by the subject's quota, and not by that of its address. */
    public boolean isRefusedBySubject() {
        return refusedBySubject;
    }

    /** Counts a request that may not be made, and returns its answer. */
    public Answer.Refusal tooMany() {
        // Decided by the present state of both, since a moment later the other one may be used up, too.
        boolean ofSubject = subject != null && (client == null || subject.isUsedUp());
        return Answer.Refusal.notBegun(
                UnavailableReason.TOO_MANY_REQUESTS,
                ofSubject
                        ? requireNonNull(subject).refuse()
                        : requireNonNull(client).refuse());
    }
}
