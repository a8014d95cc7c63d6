package io.snowkeeper.core.api;

import io.snowkeeper.core.UnavailableReason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a call that may have been done, and whose answer never arrived: it may have given out numbers of a sequence, settled one,
 * added a range to it, or deleted it. The call is not repeated: that would take other numbers, settle another reservation, or be refused. Where numbers must not be lost,
 * give each call a key.
 */
public final class OutcomeUnknownException extends SnowkeeperException {

    private static final long serialVersionUID = 1L;

    private final @Nullable UnavailableReason reason;

    private OutcomeUnknownException(String message, Optional<UnavailableReason> reason) {
        super(message);
        this.reason = reason.orElse(null);
    }

    /** Returns the reason of the error 11 that the server answered; empty if no answer came, or it gave none that is known here. */
    public Optional<UnavailableReason> reason() {
        return Optional.ofNullable(reason);
    }

    /** Returns the failure of a call for numbers, which may have been given out. */
    public static OutcomeUnknownException ofNumbers(String sequence, String cause, Optional<UnavailableReason> reason) {
        return new OutcomeUnknownException(
                "numbers of sequence %s may have been taken, and did not arrive: %s; a call with a key would be repeated"
                        .formatted(sequence, cause),
                reason);
    }

    /** Returns the failure of a call that may have changed the sequence. */
    public static OutcomeUnknownException ofChange(
            String type, String sequence, String cause, Optional<UnavailableReason> reason) {
        return new OutcomeUnknownException(
                "%s of sequence %s may have been done, and no answer arrived: %s; describe the sequence to know"
                        .formatted(type, sequence, cause),
                reason);
    }

    /** Returns the failure of a call that may have settled a number, no matter which client reserved it. */
    public static OutcomeUnknownException ofNumber(
            String type, String sequence, String cause, Optional<UnavailableReason> reason) {
        return new OutcomeUnknownException(
                "%s of a number of sequence %s may have been done, and no answer arrived: %s; list what is pending to know, the number may be another caller's by now"
                        .formatted(type, sequence, cause),
                reason);
    }
}
