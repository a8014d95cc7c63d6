package io.snowkeeper.coordinator.sequence;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.sequence.SequenceException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The refusal of a call since the sequence is not what it takes it for: another mode, another next number, another use
 * of the key.
 */
public final class SequencePreconditionException extends SequenceException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String other;
    private final String withoutOther;

    public SequencePreconditionException(String message) {
        super(message);
        this.other = null;
        this.withoutOther = message;
    }

    /**
     * @param message tells of another sequence than the one that the call is about
     * @param other that one's name
     * @param withoutOther the message for who may not know of it
     */
    public SequencePreconditionException(String message, String other, String withoutOther) {
        super(message);
        this.other = requireNonNull(other);
        this.withoutOther = requireNonNull(withoutOther);
    }

    /** Returns the name of the other sequence that the message tells of; empty if it tells of none. */
    public Optional<String> other() {
        return Optional.ofNullable(other);
    }

    /** Returns the message for who may not know of the other sequence. */
    public String withoutOther() {
        return withoutOther;
    }
}
