package io.snowkeeper.sequences;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.sequence.SequenceException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The refusal of a call that does not fit the sequence: another mode, another next number, another use of the key. */
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
     * @param message names another sequence than the one that the call is about
     * @param other that one's name
     * @param withoutOther the message for clients that may not read that one
     */
    public SequencePreconditionException(String message, String other, String withoutOther) {
        super(message);
        this.other = requireNonNull(other);
        this.withoutOther = requireNonNull(withoutOther);
    }

    /** Returns the name of the other sequence that the message names; empty if it names none. */
    public Optional<String> other() {
        return Optional.ofNullable(other);
    }

    /** Returns the message without it, for clients that may not read the other sequence. */
    public String withoutOther() {
        return withoutOther;
    }
}
