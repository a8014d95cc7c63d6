package io.snowkeeper.loadtest.gatling;

import com.typesafe.scalalogging.Logger;
import io.gatling.core.action.Action;
import io.gatling.core.session.Session;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** An action as Gatling, which is written in Scala, wants to have it. */
final class SessionAction implements Action {

    private final String name;
    private final Consumer<Session> execution;
    private Logger logger = Logger.apply(LoggerFactory.getLogger(SessionAction.class));

    /** @param execution called on the event loop of the session; goes on with the next action at last */
    SessionAction(String name, Consumer<Session> execution) {
        this.name = name;
        this.execution = execution;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void execute(Session session) {
        execution.accept(session);
    }

    @Override
    public Logger logger() {
        return logger;
    }

    @Override
    public void com$typesafe$scalalogging$StrictLogging$_setter_$logger_$eq(Logger given) {
        logger = given;
    }
}
