package io.snowkeeper.node.service;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.log.DefectLog;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.embedded.sequence.SequenceErrors;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.RequestRefusedException;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.node.service.message.SequenceRequest;
import io.snowkeeper.node.service.message.StagedAnswer;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.Ledgers;
import io.snowkeeper.sequences.Numbers;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.PendingReservations;
import io.snowkeeper.sequences.SequenceAdmin;
import io.snowkeeper.sequences.SequenceExistsException;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.UnknownSequenceException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The responder to requests about sequences: their failures become errors by code. Thread-safe. */
final class SequenceResponder {

    private static final DefectLog defects = new DefectLog(LoggerFactory.getLogger(SequenceResponder.class));

    private final Supplier<Optional<Sequences>> sequences;

    /** @param sequences empty as long as the node starts */
    SequenceResponder(Supplier<Optional<Sequences>> sequences) {
        this.sequences = requireNonNull(sequences);
    }

    /**
     * Begins to answer. Abandoning the answer informs the sequence that its caller has gone.
     *
     * @param handler begins the request
     * @throws RequestRefusedException if it is refused at once
     */
    <R extends SequenceRequest> Reply begin(R request, BiFunction<Sequences, R, CompletionStage<Answer>> handler) {
        Sequences served = sequences
                .get()
                .orElseThrow(() -> RequestRefusedException.notBegun(
                        UnavailableReason.NOT_STARTED, "the node is starting: it does not serve sequences yet"));
        CompletableFuture<Answer> stage;
        try {
            stage = handler.apply(served, request).toCompletableFuture();
        } catch (SequenceException e) {
            throw new RequestRefusedException(refusalOf(e));
        }
        CompletableFuture<Answer> answer = cancelling(stage, stage.exceptionally(SequenceResponder::refusal));
        // As from a block that the node keeps.
        return answer.isDone() ? answer.join() : new StagedAnswer(answer);
    }

    static CompletionStage<Answer> create(SequenceAdmin sequences, SequenceRequest.Create request) {
        return described("sequence_create_ok", sequences.create(request.definition(), request.overlap()));
    }

    /** As {@link Sequences#closed}. */
    Optional<Unavailability> closed() {
        return sequences.get().flatMap(Sequences::closed);
    }

    /** As {@link Responder#tryIncrement}. */
    long tryNext(String sequence, int count) {
        Optional<Sequences> served = sequences.get();
        return served.isPresent() ? served.get().tryNext(sequence, count) : Sequences.NONE;
    }

    /** As {@link Responder#lastOfBlocks}. */
    long lastOfBlocks(String sequence) {
        return sequences.get().map(served -> served.lastOfBlocks(sequence)).orElse(Sequences.NONE);
    }

    static CompletionStage<Answer> next(Sequences sequences, SequenceRequest.Next request) {
        CompletableFuture<Grant> numbers = (request.ifUnknown().isPresent()
                        ? nextOrCreate(sequences, request, request.ifUnknown().get())
                        : sequences.next(request.request()))
                .toCompletableFuture();
        return cancelling(numbers, numbers.thenApply(grant -> granted(sequences, request, grant)));
    }

    private static SequenceAnswer.Granted granted(Numbers sequences, SequenceRequest.Next request, Grant grant) {
        Optional<NumberFormat> format = sequences.format(request.request().sequence());
        return format.isEmpty() || request.request().run()
                ? new SequenceAnswer.Granted(grant, request.format())
                : new SequenceAnswer.Granted(grant, request.format(), grant.texts(format.get()));
    }

    static CompletionStage<Answer> parse(SequenceAdmin sequences, SequenceRequest.Parse request) {
        return sequences
                .describe(request.sequence())
                .thenApply(sequence -> parsed(sequence.definition(), request.text()));
    }

    private static SequenceAnswer.Parsed parsed(SequenceDefinition sequence, String text) {
        NumberFormat format = sequence.options()
                .format()
                .orElseThrow(() -> new SequencePreconditionException(
                        "the numbers of sequence %s have no format; configure one".formatted(sequence.name())));
        BusinessNumber number;
        try {
            number = format.parse(text);
        } catch (IllegalArgumentException e) {
            return new SequenceAnswer.Parsed(Optional.empty(), Optional.of(String.valueOf(e.getMessage())));
        }
        return new SequenceAnswer.Parsed(
                Optional.of(number),
                sequence.has(number.number())
                        ? Optional.empty()
                        : Optional.of("the number is in no range of the sequence%s: sequence=%s, number=%s"
                                .formatted(
                                        sequence.step() == 1 ? "" : ", by its step of " + sequence.step(),
                                        sequence.name(),
                                        number.number())));
    }

    /**
     * Creates the sequence if there is none; if another client just created it, by any definition, that one is used.
     */
    private static CompletionStage<Grant> nextOrCreate(
            Sequences sequences, SequenceRequest.Next request, SequenceRequest.Next.Creation creation) {
        return sequences
                .next(request.request())
                .exceptionallyCompose(failure -> causeOf(failure) instanceof UnknownSequenceException
                        ? sequences
                                .create(creation.definition(), Overlap.ALLOWED)
                                .handle((created, refused) -> {
                                    if (refused == null || !(causeOf(refused) instanceof SequenceExistsException)) {
                                        creation.answered().accept(ofCreation(created, refused));
                                    }
                                    return refused;
                                })
                                .thenCompose(refused ->
                                        refused == null || causeOf(refused) instanceof SequenceExistsException
                                                ? sequences.next(request.request())
                                                : CompletableFuture.failedFuture(refused))
                        : CompletableFuture.failedFuture(failure));
    }

    private static Answer ofCreation(SequenceDescription created, @Nullable Throwable refused) {
        if (refused == null) {
            return new SequenceAnswer.Described("sequence_create_ok", created);
        }
        return causeOf(refused) instanceof SequenceException e ? refusalOf(e) : Answer.Refusal.INTERNAL_ERROR;
    }

    static CompletionStage<Answer> settle(Numbers sequences, SequenceRequest.Settle request) {
        return done(request.kind().text() + "_ok", sequences.settle(request.request()));
    }

    static CompletionStage<Answer> pending(PendingReservations sequences, SequenceRequest.Pending request) {
        return sequences
                .pending(request.sequence(), request.after(), request.limit())
                .thenApply(SequenceAnswer.Pending::of);
    }

    static CompletionStage<Answer> ledger(Ledgers sequences, SequenceRequest.Ledger request) {
        return sequences
                .ledger(request.sequence(), request.from(), request.limit())
                .thenApply(SequenceAnswer.Entries::new);
    }

    static CompletionStage<Answer> balance(Ledgers sequences, SequenceRequest.Balance request) {
        return sequences.balance(request.sequence()).thenApply(SequenceAnswer.Balanced::new);
    }

    static CompletionStage<Answer> release(Ledgers sequences, SequenceRequest.Release request) {
        return sequences
                .release(request.sequence(), request.through(), request.hash())
                .thenApply(mark -> new SequenceAnswer.Done("sequence_release_ok", Optional.of(mark)));
    }

    static CompletionStage<Answer> describe(SequenceAdmin sequences, SequenceRequest.Describe request) {
        return described("sequence_describe_ok", sequences.describe(request.sequence()));
    }

    static CompletionStage<Answer> list(SequenceAdmin sequences, SequenceRequest.ListPage request) {
        return sequences.list(request.after(), request.limit()).thenApply(SequenceAnswer.Listed::new);
    }

    static CompletionStage<Answer> append(SequenceAdmin sequences, SequenceRequest.Append request) {
        return described(
                "sequence_append_ok", sequences.append(request.sequence(), request.ranges(), request.overlap()));
    }

    static CompletionStage<Answer> advance(SequenceAdmin sequences, SequenceRequest.Advance request) {
        return described("sequence_advance_ok", sequences.advance(request.sequence(), request.to()));
    }

    static CompletionStage<Answer> turnBack(SequenceAdmin sequences, SequenceRequest.TurnBack request) {
        return described("sequence_turn_back_ok", sequences.turnBack(request.sequence(), request.period()));
    }

    static CompletionStage<Answer> configure(SequenceAdmin sequences, SequenceRequest.Configure request) {
        return described("sequence_configure_ok", sequences.configure(request.sequence(), request.options()::applyTo));
    }

    static CompletionStage<Answer> delete(SequenceAdmin sequences, SequenceRequest.Delete request) {
        return sequences
                .delete(request.request())
                .thenApply(mark -> new SequenceAnswer.Done("sequence_delete_ok", mark));
    }

    private static CompletionStage<Answer> described(String type, CompletionStage<SequenceDescription> sequence) {
        return sequence.thenApply(found -> new SequenceAnswer.Described(type, found));
    }

    private static CompletionStage<Answer> done(String type, CompletionStage<?> done) {
        return done.thenApply(unused -> new SequenceAnswer.Done(type));
    }

    /** Cancels the source when its dependent stage is cancelled; stages do not do that by themselves. */
    private static <T> CompletableFuture<T> cancelling(CompletableFuture<?> source, CompletableFuture<T> dependent) {
        var unused = dependent.whenComplete((result, failure) -> {
            if (dependent.isCancelled()) {
                source.cancel(false);
            }
        });
        return dependent;
    }

    private static Answer refusal(Throwable failure) {
        Throwable cause = causeOf(failure);
        if (cause instanceof SequenceException refused) {
            return refusalOf(refused);
        }
        defects.failed("A request about a sequence could not be answered; this is a defect", cause);
        return Answer.Refusal.INTERNAL_ERROR;
    }

    private static Throwable causeOf(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private static Answer.Refusal refusalOf(SequenceException failure) {
        String text = requireNonNull(failure.getMessage());
        return SequenceErrors.reasonOf(failure)
                .map(reason -> Answer.Refusal.forNow(reason, text))
                .orElseGet(() -> failure instanceof SequencePreconditionException precondition
                        ? refusalOf(precondition, text)
                        : new Answer.Refusal(SequenceErrors.codeOf(failure), text));
    }

    private static Answer.Refusal refusalOf(SequencePreconditionException failure, String text) {
        return new Answer.Refusal(SequenceErrors.codeOf(failure), failure.withoutOther())
                .with(failure.other().map(other -> new Answer.ForReaders(other, text)));
    }
}
