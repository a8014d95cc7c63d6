package io.snowkeeper.loadtest.gatling;

import io.gatling.core.action.Action;
import io.gatling.core.session.Session;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Calls of one user, one after the other. All of it happens on the event loop of the user. */
final class CallSeries {

    private final IdCall call;
    private final int calls;
    private final RequestLog figures;
    private final Session session;
    private final Action next;
    private int done;
    private boolean failed;

    CallSeries(IdCall call, int calls, RequestLog figures, Session session, Action next) {
        this.call = call;
        this.calls = calls;
        this.figures = figures;
        this.session = session;
        this.next = next;
    }

    void start() {
        long started = figures.nowMillis();
        CompletionStage<long[]> answer = call.begin();
        var unused = answer.whenCompleteAsync(
                (ids, failure) -> ended(
                        started,
                        failure == null ? Optional.empty() : Optional.of(String.valueOf(failure.getMessage()))),
                session.eventLoop());
    }

    private void ended(long started, Optional<String> failure) {
        figures.log(session, started, failure);
        failed |= failure.isPresent();
        done++;
        if (done < calls) {
            start();
        } else {
            next.$bang(failed ? session.markAsFailed() : session);
        }
    }
}
