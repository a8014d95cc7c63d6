package io.snowkeeper.loadtest.gatling;

import io.gatling.core.protocol.ProtocolComponents;
import io.gatling.core.session.Session;
import scala.Function1;
import scala.runtime.BoxedUnit;

/** The line protocol's part of a run: each user's connection is closed when the user leaves. */
record LineComponents(LineProtocol protocol) implements ProtocolComponents {

    @Override
    public Function1<Session, Session> onStart() {
        return session -> session;
    }

    @Override
    public Function1<Session, BoxedUnit> onExit() {
        return session -> {
            UserConnection.of(session).ifPresent(UserConnection::close);
            return BoxedUnit.UNIT;
        };
    }
}
