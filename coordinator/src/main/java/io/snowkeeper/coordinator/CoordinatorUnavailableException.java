package io.snowkeeper.coordinator;

import org.jspecify.annotations.Nullable;

/** The fleet's coordinator did not do what was asked. Whether a change was done is not known: ask again. */
public final class CoordinatorUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CoordinatorUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
