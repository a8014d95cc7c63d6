package io.snowkeeper.node.http.api;

import io.netty.util.concurrent.FastThreadLocal;
import io.snowkeeper.node.access.AccessDeniedException;
import io.snowkeeper.node.http.routing.AccessGuard;
import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.Problem;
import io.snowkeeper.node.http.routing.ProblemException;
import io.snowkeeper.node.net.TickWaiters;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.Responder;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.PendingAnswer;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/** The calls of the service for clients of HTTP. Refusals become problems. */
public final class ServiceCalls {

    private final Responder service;
    private final LongSupplier nanoTime;
    private final FastThreadLocal<RequestCounters> tallyOfThread = new FastThreadLocal<>() {
        @Override
        protected RequestCounters initialValue() {
            RequestCounters tally = new RequestCounters();
            tallies.add(tally);
            return tally;
        }
    };
    private final List<RequestCounters> tallies = new CopyOnWriteArrayList<>();

    /**
     * Makes those of a node.
     *
     * @param service answers them
     * @param nanoTime the stopwatch for their durations, as {@link System#nanoTime}
     */
    public ServiceCalls(Responder service, LongSupplier nanoTime) {
        this.service = service;
        this.nanoTime = nanoTime;
    }

    /** Returns the counts of each thread's requests. */
    public List<RequestCounters> tallies() {
        return List.copyOf(tallies);
    }

    /** Never waits. The stage completes on the call's loop. */
    CompletionStage<Answer> ask(Request request, Call call) {
        Request.Kind kind = request.kind();
        long started = nanoTime.getAsLong();
        Reply reply = begin(request, call);
        return reply instanceof PendingAnswer later
                ? new Waiting(later, call).begin().thenApply(arrived -> counted(kind, started, arrived))
                : CompletableFuture.completedFuture(counted(kind, started, (Answer) reply));
    }

    private Reply begin(Request request, Call call) {
        try {
            return call.access().begin(request, service);
        } catch (AccessDeniedException e) {
            tallyOfThread.get().answered(request.kind(), e.answer());
            throw new ProblemException(AccessGuard.problem(e));
        } catch (RequestRefusedException e) {
            return e.answer();
        }
    }

    private Answer counted(Request.Kind kind, long started, Answer answer) {
        RequestCounters tally = tallyOfThread.get();
        tally.answered(kind, answer);
        tally.took(nanoTime.getAsLong() - started, 1);
        if (answer instanceof Answer.Refusal refusal) {
            throw new ProblemException(Problem.of(refusal));
        }
        return answer;
    }

    /** One that waits for its answer; used by its loop alone. */
    private static final class Waiting implements TickWaiters.Waiter {

        private final PendingAnswer answer;
        private final ScheduledExecutorService loop;
        private final CompletableFuture<Answer> stage = new CompletableFuture<>();

        Waiting(PendingAnswer answer, Call call) {
            this.answer = answer;
            this.loop = call.loop();
            call.gone().thenRun(this::abandon);
        }

        CompletionStage<Answer> begin() {
            TickWaiters.of(loop).add(answer, this);
            return stage;
        }

        private void abandon() {
            if (stage.cancel(false)) {
                answer.abandon();
            }
        }

        @Override
        public boolean takeUp() {
            if (stage.isDone()) {
                return true;
            }
            try {
                if (!answer.advance()) {
                    return false;
                }
                Answer arrived = answer.answer();
                if (arrived == null) {
                    begin();
                } else {
                    stage.complete(arrived);
                }
            } catch (RequestRefusedException e) {
                stage.complete(e.answer());
            } catch (RuntimeException e) {
                stage.completeExceptionally(e);
            }
            return true;
        }
    }
}
