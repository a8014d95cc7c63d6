package io.snowkeeper.coordinator;

import org.jspecify.annotations.Nullable;

/**
 * The failure of a call that the fleet's coordinator did not answer, or did not do. Whether a change was done is not
 * known: ask again.
 */
public final class CoordinatorUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CoordinatorUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
