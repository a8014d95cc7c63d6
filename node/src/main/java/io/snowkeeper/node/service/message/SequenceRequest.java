package io.snowkeeper.node.service.message;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.SequencePage;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceOptions;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/** What a client asks of a named sequence. The answer comes later. */
public sealed interface SequenceRequest extends Request {

    /** Asks for a new sequence. */
    record Create(SequenceDefinition definition) implements SequenceRequest {
        public Create {
            requireNonNull(definition);
        }

        @Override
        public Kind kind() {
            return Kind.SEQUENCE_CREATE;
        }
    }

    /** Asks for numbers. */
    record Next(NextRequest request, IdFormat format) implements SequenceRequest {
        @Override
        public Kind kind() {
            return Kind.SEQUENCE_NEXT;
        }
    }

    /** Confirms a reservation. */
    record Confirm(String sequence, String reservation) implements SequenceRequest {
        @Override
        public Kind kind() {
            return Kind.SEQUENCE_CONFIRM;
        }
    }

    /** Cancels a reservation. */
    record Cancel(String sequence, String reservation) implements SequenceRequest {
        @Override
        public Kind kind() {
            return Kind.SEQUENCE_CANCEL;
        }
    }

    /** Asks how a sequence stands. */
    record Describe(String sequence) implements SequenceRequest {
        @Override
        public Kind kind() {
            return Kind.SEQUENCE_DESCRIBE;
        }
    }

    /**
     * Asks which sequences there are, a page at a time.
     *
     * @param after the name that the page comes after, empty to begin
     * @param limit how many sequences it has at the most
     */
    record ListPage(Optional<String> after, int limit) implements SequenceRequest {

        /** The most characters of what a page may come after: a znode of somebody else's may have a longer name than sequences. */
        public static final int MAX_AFTER = 1_000;

        public ListPage {
            SequencePage.requireLimit(limit);
        }

        @Override
        public Kind kind() {
            return Kind.SEQUENCE_LIST;
        }
    }

    /** Adds a range. */
    record Append(String sequence, NumberRange range) implements SequenceRequest {
        @Override
        public Kind kind() {
            return Kind.SEQUENCE_APPEND;
        }
    }

    /**
     * Sets options.
     *
     * @param change what becomes of the present ones
     */
    record Configure(String sequence, UnaryOperator<SequenceOptions> change) implements SequenceRequest {
        @Override
        public Kind kind() {
            return Kind.SEQUENCE_CONFIGURE;
        }
    }

    /**
     * Deletes a sequence.
     *
     * @param next its next number, empty if it has none
     */
    record Delete(String sequence, OptionalLong next) implements SequenceRequest {

        /** How a client may write that there is no next number, since errors say so. */
        public static final String NO_NEXT = "none";

        @Override
        public Kind kind() {
            return Kind.SEQUENCE_DELETE;
        }
    }
}
