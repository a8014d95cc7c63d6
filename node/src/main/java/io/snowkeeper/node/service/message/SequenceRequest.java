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

/** A request of a client about a named sequence. The answer comes later. */
public sealed interface SequenceRequest extends Request {

    /** A request for a new sequence. */
    record Create(SequenceDefinition definition) implements SequenceRequest {
        public Create {
            requireNonNull(definition);
        }

        @Override
        public Kind kind() {
            return Kind.SEQUENCE_CREATE;
        }
    }

    /** A request for numbers. */
    record Next(NextRequest request, IdFormat format) implements SequenceRequest {
        @Override
        public Kind kind() {
            return Kind.SEQUENCE_NEXT;
        }
    }

    /** A request to confirm a reservation. */
    record Confirm(String sequence, String reservation) implements SequenceRequest {
        @Override
        public Kind kind() {
            return Kind.SEQUENCE_CONFIRM;
        }
    }

    /** A request to cancel a reservation. */
    record Cancel(String sequence, String reservation) implements SequenceRequest {
        @Override
        public Kind kind() {
            return Kind.SEQUENCE_CANCEL;
        }
    }

    /** A request for a sequence's state. */
    record Describe(String sequence) implements SequenceRequest {
        @Override
        public Kind kind() {
            return Kind.SEQUENCE_DESCRIBE;
        }
    }

    /**
     * A request for a page of the sequences that there are.
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

    /** A request to add a range. */
    record Append(String sequence, NumberRange range) implements SequenceRequest {
        @Override
        public Kind kind() {
            return Kind.SEQUENCE_APPEND;
        }
    }

    /**
     * A request to set options.
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
     * A request to delete a sequence.
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
