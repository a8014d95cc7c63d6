package io.snowkeeper.node.http;

import io.snowkeeper.node.service.Answer;
import io.snowkeeper.node.service.PendingAnswer;
import io.snowkeeper.node.service.Reply;
import io.snowkeeper.node.service.Request;
import io.snowkeeper.node.service.RequestRefusedException;
import io.snowkeeper.node.service.Responder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;

/** Asks the service what a client asks for. Refusals become problems. */
final class ServiceCalls {

    private final Responder service;

    ServiceCalls(Responder service) {
        this.service = service;
    }

    /** Never waits. The stage completes on the call's loop, and is to be cancelled there if nobody wants it any more. */
    CompletionStage<Answer> ask(Request request, Call call) {
        Reply reply = begin(request);
        if (reply instanceof PendingAnswer later) {
            return new Waiting(later, call.loop()).begin();
        }
        return CompletableFuture.completedFuture(unrefused((Answer) reply));
    }

    private Reply begin(Request request) {
        try {
            return service.begin(request);
        } catch (RequestRefusedException e) {
            throw new ProblemException(Problem.of(e.answer()));
        }
    }

    private static Answer unrefused(Answer answer) {
        if (answer instanceof Answer.Refusal refusal) {
            throw new ProblemException(Problem.of(refusal));
        }
        return answer;
    }

    /** One that waits for its answer; used by its loop alone. */
    private static final class Waiting {

        /** How often it is looked whether the next tick has come. */
        private static final long LOOK_MICROS = 250;

        private final PendingAnswer answer;
        private final ScheduledExecutorService loop;
        private final CompletableFuture<Answer> stage = new CompletableFuture<>();

        Waiting(PendingAnswer answer, ScheduledExecutorService loop) {
            this.answer = answer;
            this.loop = loop;
        }

        CompletionStage<Answer> begin() {
            look();
            return stage;
        }

        private void look() {
            if (stage.isCancelled()) {
                answer.abandon();
                return;
            }
            try {
                answer.advance();
                Answer arrived = answer.answer();
                if (arrived == null) {
                    lookAgain();
                } else {
                    stage.complete(unrefused(arrived));
                }
            } catch (RequestRefusedException e) {
                stage.completeExceptionally(new ProblemException(Problem.of(e.answer())));
            } catch (RuntimeException e) {
                stage.completeExceptionally(e);
            }
        }

        @SuppressWarnings("FutureReturnValueIgnored") // A look that is lost with its loop is not missed.
        private void lookAgain() {
            answer.awaited()
                    .ifPresentOrElse(
                            awaited -> {
                                awaited.whenComplete((done, failure) -> loop.execute(this::look));
                                stage.whenComplete((done, failure) -> {
                                    if (stage.isCancelled()) {
                                        answer.abandon();
                                    }
                                });
                            },
                            () -> loop.schedule(this::look, LOOK_MICROS, java.util.concurrent.TimeUnit.MICROSECONDS));
        }
    }
}
