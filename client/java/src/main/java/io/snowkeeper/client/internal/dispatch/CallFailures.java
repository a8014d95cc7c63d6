package io.snowkeeper.client.internal.dispatch;

import io.snowkeeper.core.UnavailableReason;
import java.time.Duration;
import java.util.Optional;

/**
 * A factory of the exceptions that calls fail with. The callers' side defines them; this package does not depend on it.
 */
public interface CallFailures {

    /**
     * No answer came before the deadline.
     *
     * @param servers each server and its last failure, for people
     * @param reason the reason that they had in common, if any
     */
    RuntimeException noAnswer(Duration deadline, String servers, Optional<UnavailableReason> reason);

    /** A server refused the call for now, and others need not be asked. */
    RuntimeException unavailable(String server, String text, Optional<UnavailableReason> reason);

    /** A server refused the call for its content. */
    RuntimeException refused(String server, int code, String text);

    /**
     * A request about a sequence that is not repeated may have had its effect.
     *
     * @param type the kind of request
     */
    RuntimeException outcomeUnknown(String type, String sequence, String cause, Optional<UnavailableReason> reason);

    /** As many calls wait as may. */
    RuntimeException tooManyCalls(int maxWaiting);

    /** The client was closed before the call. */
    RuntimeException closed();
}
