package io.snowkeeper.core.api;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.UnavailableReason;

/**
 * A reason why no ids are available now, known without requesting one.
 *
 * @param reason why, for programs
 * @param text why, with the figures, for people
 */
public record Unavailability(UnavailableReason reason, String text) {

    public Unavailability {
        requireNonNull(reason);
        requireNonNull(text);
    }

    /** Returns the refusal of an id for this cause. */
    public static Unavailability of(IdUnavailableException cause) {
        return new Unavailability(cause.reason(), requireNonNull(cause.getMessage()));
    }
}
