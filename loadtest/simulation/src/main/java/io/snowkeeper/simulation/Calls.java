package io.snowkeeper.simulation;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.PendingAnswer;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import io.snowkeeper.simulation.machine.EventLoop;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Calls of nodes' services, as their servers make them. A call to a process that died meanwhile gets no answer. */
final class Calls {

    private static final Duration PATIENCE = Duration.ofSeconds(4);
    private static final Duration TICK = Duration.ofMillis(1);

    private final EventLoop loop;

    Calls(EventLoop loop) {
        this.loop = loop;
    }

    /** Returns the code of a refusal; empty if there was no answer, or another one. */
    static Optional<ErrorCode> code(Optional<Answer> answer) {
        return answer.filter(Answer.Refusal.class::isInstance)
                .map(Answer.Refusal.class::cast)
                .map(Answer.Refusal::code);
    }

    /** Sends a node a request once, and passes on its answer, or that none came in time. */
    void once(Request request, SimulatedNode node, Consumer<Optional<Answer>> answered) {
        boolean[] told = {false};
        Consumer<Optional<Answer>> first = answer -> {
            if (!told[0]) {
                told[0] = true;
                answered.accept(answer);
            }
        };
        ask(node, request, answer -> first.accept(Optional.of(answer)));
        loop.after(PATIENCE, () -> first.accept(Optional.empty()));
    }

    /** Sends a node a request, and leaves after a while without waiting for a later answer. */
    void askAndGo(SimulatedNode node, Request request, Duration patience) {
        node.inProcess(() -> {
            try {
                if (node.service(0).begin(request) instanceof PendingAnswer pending) {
                    Consumer<Runnable> process = node.pin();
                    loop.after(patience, () -> process.accept(pending::abandon));
                }
            } catch (RequestRefusedException e) {
                // The caller has gone.
            }
        });
    }

    /** Sends a node a request, and passes on its answer, including a refusal. */
    void ask(SimulatedNode node, Request request, Consumer<Answer> answered) {
        ask(node, 0, request, answered);
    }

    /** As above, over a connection that has a certain one of the node's worker ids. */
    void ask(SimulatedNode node, int member, Request request, Consumer<Answer> answered) {
        node.inProcess(() -> {
            try {
                take(node.pin(), node.service(member).begin(request), answered);
            } catch (RequestRefusedException e) {
                answered.accept(e.answer());
            }
        });
    }

    private void take(Consumer<Runnable> process, Reply reply, Consumer<Answer> answered) {
        if (reply instanceof Answer answer) {
            answered.accept(answer);
        } else {
            goOn(process, (PendingAnswer) reply, answered);
        }
    }

    private void goOn(Consumer<Runnable> process, PendingAnswer pending, Consumer<Answer> answered) {
        try {
            boolean further = pending.advance();
            @Nullable Answer answer = pending.answer();
            if (answer != null) {
                answered.accept(answer);
                return;
            }
            Optional<CompletionStage<?>> awaited = pending.awaited();
            if (awaited.isPresent()) {
                var unused = awaited.get()
                        .whenComplete((done, failure) ->
                                loop.after(0, () -> process.accept(() -> goOn(process, pending, answered))));
            } else {
                loop.after(
                        further ? Duration.ZERO : TICK, () -> process.accept(() -> goOn(process, pending, answered)));
            }
        } catch (RequestRefusedException e) {
            answered.accept(e.answer());
        }
    }
}
