package io.snowkeeper.node.service.message;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is not there yet. Its holder tries again: after {@link #awaited} has completed, or when the next tick
 * may have come. A try never waits, so that a thread can serve others meanwhile.
 *
 * <p>Not thread-safe: used by one thread at a time.
 */
public non-sealed interface PendingAnswer extends Reply {

    /**
     * Continues as far as is possible without waiting.
     *
     * @return whether there was progress; if not, no other waiter for the same tick makes any
     * @throws RequestRefusedException if there will be no answer; nothing was done then
     */
    boolean advance();

    /** Returns the answer, null as long as it is not there. */
    @Nullable
    Answer answer();

    /**
     * Returns the stage that has to complete before another try is worth it; empty if only the next tick is missing.
     */
    default Optional<CompletionStage<?>> awaited() {
        return Optional.empty();
    }

    /** Returns the object that identifies the missing tick, if one is: equal for all waiters for the same tick. */
    default Object tick() {
        return this;
    }

    /** Abandons the answer: its caller has gone. */
    default void abandon() {}
}
