package io.snowkeeper.coordinator.zookeeper.sequence;

import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import java.util.concurrent.CompletionException;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/** What stages make of exceptions. */
final class Failures {

    private Failures() {}

    /**
     * Returns whether a write was not done since we had no right to. Of other denials that is not known: they end the session,
     * and with it writes that are under way.
     */
    static boolean isDeniedWrite(@Nullable Throwable cause) {
        return cause instanceof SequenceUnavailableException
                && cause.getCause() instanceof KeeperException.NoAuthException;
    }

    /** Returns what a stage failed by, without what stages wrap around it. */
    static @Nullable Throwable unwrap(@Nullable Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
