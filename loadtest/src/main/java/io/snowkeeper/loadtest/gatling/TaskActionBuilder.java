package io.snowkeeper.loadtest.gatling;

import io.gatling.core.action.Action;
import io.gatling.core.action.builder.ActionBuilder;
import io.gatling.core.session.Session;
import io.gatling.core.structure.ScenarioContext;
import java.util.Optional;
import java.util.concurrent.Callable;

/** A builder of actions that block. */
record TaskActionBuilder(String name, Callable<?> task) implements ActionBuilder {

    @Override
    public Action build(ScenarioContext context, Action next) {
        RequestLog figures = RequestLog.of(context, name);
        return new SessionAction(name, session -> {
            // A thread of its own: those of Gatling serve all users.
            Thread thread = new Thread(() -> run(figures, session, next), name);
            thread.setDaemon(true);
            thread.start();
        });
    }

    @SuppressWarnings("IllegalCatch") // Exceptions go to the report.
    private void run(RequestLog figures, Session session, Action next) {
        long started = figures.nowMillis();
        Optional<String> failure;
        try {
            task.call();
            failure = Optional.empty();
        } catch (Exception e) {
            failure = Optional.of(String.valueOf(e.getMessage()));
        }
        figures.log(session, started, failure);
        next.$bang(failure.isPresent() ? session.markAsFailed() : session);
    }
}
