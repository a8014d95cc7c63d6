package io.snowkeeper.node.service;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.sequence.Grant;
import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.SequencePage;
import io.snowkeeper.coordinator.sequence.Sequences;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceOptions;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/** What a client asks of a named sequence. The answer comes later. */
public sealed interface SequenceRequest extends Request {

    /** Begins to do what is asked for. */
    CompletionStage<Answer> answeredLaterBy(Sequences sequences);

    @Override
    default Reply answeredBy(NodeService service) {
        return service.sequence(this);
    }

    /** Asks for a new sequence. */
    record Create(SequenceDefinition definition) implements SequenceRequest {
        public Create {
            requireNonNull(definition);
        }

        @Override
        public CompletionStage<Answer> answeredLaterBy(Sequences sequences) {
            return sequences
                    .create(definition)
                    .thenApply(created -> new SequenceAnswer.Described("sequence_create_ok", created));
        }
    }

    /** Asks for numbers. */
    record Next(NextRequest request, IdFormat format) implements SequenceRequest {
        @Override
        public CompletionStage<Answer> answeredLaterBy(Sequences sequences) {
            CompletableFuture<Grant> numbers = sequences.next(request).toCompletableFuture();
            return SequenceResponder.cancelling(
                    numbers, numbers.thenApply(grant -> new SequenceAnswer.Granted(grant, format)));
        }
    }

    /** Confirms a reservation. */
    record Confirm(String sequence, String reservation) implements SequenceRequest {
        @Override
        public CompletionStage<Answer> answeredLaterBy(Sequences sequences) {
            return sequences
                    .confirm(sequence, reservation)
                    .thenApply(unused -> new SequenceAnswer.Done("sequence_confirm_ok"));
        }
    }

    /** Cancels a reservation. */
    record Cancel(String sequence, String reservation) implements SequenceRequest {
        @Override
        public CompletionStage<Answer> answeredLaterBy(Sequences sequences) {
            return sequences
                    .cancel(sequence, reservation)
                    .thenApply(unused -> new SequenceAnswer.Done("sequence_cancel_ok"));
        }
    }

    /** Asks how a sequence stands. */
    record Describe(String sequence) implements SequenceRequest {
        @Override
        public CompletionStage<Answer> answeredLaterBy(Sequences sequences) {
            return sequences
                    .describe(sequence)
                    .thenApply(found -> new SequenceAnswer.Described("sequence_describe_ok", found));
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
        public CompletionStage<Answer> answeredLaterBy(Sequences sequences) {
            return sequences.list(after, limit).thenApply(SequenceAnswer.Listed::new);
        }
    }

    /** Adds a range. */
    record Append(String sequence, NumberRange range) implements SequenceRequest {
        @Override
        public CompletionStage<Answer> answeredLaterBy(Sequences sequences) {
            return sequences
                    .append(sequence, range)
                    .thenApply(changed -> new SequenceAnswer.Described("sequence_append_ok", changed));
        }
    }

    /**
     * Sets options.
     *
     * @param change what becomes of the present ones
     */
    record Configure(String sequence, UnaryOperator<SequenceOptions> change) implements SequenceRequest {
        @Override
        public CompletionStage<Answer> answeredLaterBy(Sequences sequences) {
            return sequences
                    .describe(sequence)
                    .thenCompose(found -> sequences.configure(
                            sequence, change.apply(found.definition().options())))
                    .thenApply(changed -> new SequenceAnswer.Described("sequence_configure_ok", changed));
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
        public CompletionStage<Answer> answeredLaterBy(Sequences sequences) {
            return sequences.delete(sequence, next).thenApply(unused -> new SequenceAnswer.Done("sequence_delete_ok"));
        }
    }
}
