package io.snowkeeper.coordinator.sequence.access;

import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** What stages make of exceptions. */
public final class Failures {

    private Failures() {}

    /** Returns what a stage failed by, without what stages wrap around it. */
    public static @Nullable Throwable unwrap(@Nullable Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
