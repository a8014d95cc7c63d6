package io.snowkeeper.node.stream;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.security.ClientQuota;
import io.snowkeeper.node.service.message.Answer;
import org.jspecify.annotations.Nullable;

/**
 * A session's part in its client's quota. A request may be allowed by an attempt to answer it that comes to nothing; it is not
 * counted again when it is answered another way. Not thread-safe.
 */
public final class RequestQuota {

    private @Nullable ClientQuota client;
    private boolean allowed;

    /** Sets the client's quota, null for none. */
    public void limitTo(@Nullable ClientQuota share) {
        client = share;
    }

    /** Returns whether the next request may be attempted. What is refused here is refused in words when it is begun. */
    public boolean attempt() {
        if (client == null || allowed) {
            return true;
        }
        allowed = client.take();
        return allowed;
    }

    /** Says that the attempt has answered the request. */
    public void attempted() {
        allowed = false;
    }

    /** Returns whether the next request may be made, and counts it. */
    public boolean take() {
        boolean now = allowed || client == null || client.take();
        allowed = false;
        return now;
    }

    /** Counts a request that may not be made, and returns its answer. */
    public Answer tooMany() {
        return Answer.Refusal.forNow(
                UnavailableReason.TOO_MANY_REQUESTS, requireNonNull(client).refuse());
    }
}
