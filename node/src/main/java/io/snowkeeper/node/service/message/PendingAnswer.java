package io.snowkeeper.node.service.message;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is not there yet. Whoever asked for it asks again: after {@link #awaited} has completed, or when the
 * next tick may have come. Asking never waits, so that a thread can serve others meanwhile.
 *
 * <p>Not thread-safe: used by one thread at a time.
 */
public non-sealed interface PendingAnswer extends Reply {

    /**
     * Goes on as far as is possible without waiting.
     *
     * @return whether it came any further; if not, nobody gets further who waits for the same tick
     * @throws RequestRefusedException if there will be no answer; nothing was done then
     */
    boolean advance();

    /** Returns the answer, null as long as it is not there. */
    @Nullable
    Answer answer();

    /** Returns what has to complete before it is worth asking again; empty if only the next tick is missing. */
    default Optional<CompletionStage<?>> awaited() {
        return Optional.empty();
    }

    /** Returns whose tick is missing, if one is: an object that is equal for all who wait for the same. */
    default Object tick() {
        return this;
    }

    /** Says that nobody waits for the answer any more. */
    default void abandon() {}
}
