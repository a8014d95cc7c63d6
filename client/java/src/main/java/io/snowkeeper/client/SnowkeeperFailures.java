package io.snowkeeper.client;

import io.snowkeeper.client.internal.dispatch.CallFailures;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.ClosedException;
import io.snowkeeper.core.api.OutcomeUnknownException;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.SnowkeeperException;
import io.snowkeeper.core.api.TooManyCallsException;
import io.snowkeeper.core.api.UnavailableException;
import java.time.Duration;
import java.util.Optional;

/** The factory of a client's exceptions. */
final class SnowkeeperFailures implements CallFailures {

    @Override
    public SnowkeeperException noAnswer(Duration deadline, String servers, Optional<UnavailableReason> reason) {
        return new UnavailableException(
                "no answer within %s ms from %s".formatted(deadline.toMillis(), servers), reason);
    }

    @Override
    public SnowkeeperException unavailable(String server, String text, Optional<UnavailableReason> reason) {
        return new UnavailableException("%s: %s".formatted(server, text), reason);
    }

    @Override
    public SnowkeeperException refused(String server, int code, String text) {
        return new RefusedException(server, code, text);
    }

    @Override
    public SnowkeeperException outcomeUnknown(
            String type, String sequence, String cause, Optional<UnavailableReason> reason) {
        if (type.equals(AsyncSequenceClient.NEXT)) {
            return OutcomeUnknownException.ofNumbers(sequence, cause, reason);
        }
        return AsyncSequenceClient.SETTLEMENTS.contains(type)
                ? OutcomeUnknownException.ofNumber(type, sequence, cause, reason)
                : OutcomeUnknownException.ofChange(type, sequence, cause, reason);
    }

    @Override
    public SnowkeeperException tooManyCalls(int maxWaiting) {
        return new TooManyCallsException(maxWaiting);
    }

    @Override
    public SnowkeeperException closed() {
        return new ClosedException("the client");
    }
}
