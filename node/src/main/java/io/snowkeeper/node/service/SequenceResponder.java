package io.snowkeeper.node.service;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.sequence.SequenceExistsException;
import io.snowkeeper.coordinator.sequence.SequenceFullException;
import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.coordinator.sequence.Sequences;
import io.snowkeeper.coordinator.sequence.UnknownReservationException;
import io.snowkeeper.coordinator.sequence.UnknownSequenceException;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.SequenceException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers what is asked of sequences: their failures become errors by code. Thread-safe. */
final class SequenceResponder {

    private static final Logger log = LoggerFactory.getLogger(SequenceResponder.class);

    private static final Answer.Refusal DEFECT = new Answer.Refusal(
            ErrorCode.CRASH, "the node failed to answer, which is a defect of it; its log tells more");

    private final Supplier<Optional<Sequences>> sequences;

    /** @param sequences empty as long as the node starts */
    SequenceResponder(Supplier<Optional<Sequences>> sequences) {
        this.sequences = requireNonNull(sequences);
    }

    /**
     * Begins to answer. Abandoning the answer tells the sequence that nobody waits for it.
     *
     * @throws RequestRefusedException if it is refused at once
     */
    Reply begin(SequenceRequest request) {
        Sequences served = sequences
                .get()
                .orElseThrow(() -> RequestRefusedException.forNow(
                        UnavailableReason.NOT_STARTED, "the node is starting: it does not serve sequences yet"));
        CompletableFuture<Answer> stage;
        try {
            stage = request.answeredLaterBy(served).toCompletableFuture();
        } catch (SequenceException e) {
            throw new RequestRefusedException(refusalOf(e));
        }
        CompletableFuture<Answer> answer = cancelling(stage, stage.exceptionally(SequenceResponder::refusal));
        // As from a block that the node keeps.
        return answer.isDone() ? answer.join() : PendingAnswer.of(answer);
    }

    /** Has the source cancelled when what depends on it is; stages do not of themselves. */
    static <T> CompletableFuture<T> cancelling(CompletableFuture<?> source, CompletableFuture<T> dependent) {
        var unused = dependent.whenComplete((result, failure) -> {
            if (dependent.isCancelled()) {
                source.cancel(false);
            }
        });
        return dependent;
    }

    private static Answer refusal(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof SequenceException refused) {
            return refusalOf(refused);
        }
        log.error("A request about a sequence could not be answered; this is a defect", cause);
        return DEFECT;
    }

    private static Answer.Refusal refusalOf(SequenceException failure) {
        String text = requireNonNull(failure.getMessage());
        if (failure instanceof SequenceUnavailableException unavailable) {
            return Answer.Refusal.forNow(unavailable.reason(), text);
        }
        if (failure instanceof SequenceFullException) {
            return Answer.Refusal.forNow(UnavailableReason.SEQUENCE_FULL, text);
        }
        return new Answer.Refusal(codeOf(failure), text);
    }

    /** What is not the request's form, nor something missing, nor temporary does not fit to what was done before. */
    static ErrorCode codeOf(SequenceException failure) {
        if (failure instanceof InvalidSequenceException) {
            return ErrorCode.MALFORMED_REQUEST;
        }
        if (failure instanceof UnknownSequenceException || failure instanceof UnknownReservationException) {
            return ErrorCode.KEY_DOES_NOT_EXIST;
        }
        if (failure instanceof SequenceExistsException) {
            return ErrorCode.KEY_ALREADY_EXISTS;
        }
        if (failure instanceof SequenceUnavailableException || failure instanceof SequenceFullException) {
            return ErrorCode.TEMPORARILY_UNAVAILABLE;
        }
        return ErrorCode.PRECONDITION_FAILED;
    }
}
