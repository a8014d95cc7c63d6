package io.snowkeeper.loadtest.gatling;

import static java.util.Objects.requireNonNull;

import io.gatling.core.action.Action;
import io.gatling.core.action.builder.ActionBuilder;
import io.gatling.core.structure.ScenarioContext;

/** A builder of actions that call a client. */
record CallActionBuilder(String name, int calls, IdCall call) implements ActionBuilder {

    CallActionBuilder {
        requireNonNull(name);
        requireNonNull(call);
        if (calls < 1) {
            throw new IllegalArgumentException("must be >= 1: calls=" + calls);
        }
    }

    @Override
    public Action build(ScenarioContext context, Action next) {
        RequestLog figures = RequestLog.of(context, name);
        return new SessionAction(name, session -> new CallSeries(call, calls, figures, session, next).start());
    }
}
