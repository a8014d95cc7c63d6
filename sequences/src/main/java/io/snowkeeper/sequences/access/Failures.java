package io.snowkeeper.sequences.access;

import io.snowkeeper.coordinator.store.StoreDeniedException;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.sequences.SequenceUnavailableException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** The meaning of requests' failures. */
public final class Failures {

    private Failures() {}

    /** Returns a stage's failure, without the wrappers of stages, and of waits for them. */
    public static Throwable unwrap(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Returns a failure of the store's, unwrapped, in the form for callers of sequences. */
    static Throwable forCaller(Throwable failure) {
        Throwable cause = unwrap(failure);
        return cause instanceof StoreDeniedException denied ? denial(denied) : cause;
    }

    /** Returns whether it is one record that the store denies us, and not all that is asked. */
    public static boolean isDenialOfRecord(Throwable failure) {
        return unwrap(failure).getCause() instanceof StoreDeniedException denial && denial.isOfRecord();
    }

    /** Returns the caller's exception for a denied access. */
    public static SequenceUnavailableException denial(RuntimeException refusal) {
        SequenceUnavailableException denial = new SequenceUnavailableException(
                UnavailableReason.ZOOKEEPER_DENIES, String.valueOf(refusal.getMessage()));
        denial.initCause(refusal);
        return denial;
    }
}
