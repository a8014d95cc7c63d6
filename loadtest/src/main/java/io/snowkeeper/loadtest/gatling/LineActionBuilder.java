package io.snowkeeper.loadtest.gatling;

import io.gatling.core.action.Action;
import io.gatling.core.action.builder.ActionBuilder;
import io.gatling.core.structure.ScenarioContext;

/** A builder of actions that ask for ids over the line protocol. */
record LineActionBuilder(IdRequests asked) implements ActionBuilder {

    @Override
    public Action build(ScenarioContext context, Action next) {
        LineProtocol protocol = context.protocolComponentsRegistry()
                .components(LineProtocol.KEY)
                .protocol();
        RequestLog figures = RequestLog.of(context, asked.name());
        return new SessionAction(asked.name(), session -> new Burst(protocol, asked, figures, session, next).start());
    }
}
