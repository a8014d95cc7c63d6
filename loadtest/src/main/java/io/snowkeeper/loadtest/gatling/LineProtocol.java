package io.snowkeeper.loadtest.gatling;

import static java.util.Objects.requireNonNull;

import io.gatling.core.CoreComponents;
import io.gatling.core.config.GatlingConfiguration;
import io.gatling.core.protocol.Protocol;
import io.gatling.core.protocol.ProtocolKey;
import io.snowkeeper.loadtest.uniqueness.IdSet;
import java.net.InetSocketAddress;
import java.time.Duration;
import scala.Function1;

/** The line protocol of one server, with the users' depth and timeout. */
record LineProtocol(InetSocketAddress server, int depth, Duration timeout, IdSet ids) implements Protocol {

    static final ProtocolKey<LineProtocol, LineComponents> KEY = new Key();

    private static final int MAX_DEPTH = 10_000;

    LineProtocol {
        requireNonNull(server);
        requireNonNull(ids);
        if (depth < 1 || depth > MAX_DEPTH) {
            throw new IllegalArgumentException("must be >= 1 && <= %s: depth=%s".formatted(MAX_DEPTH, depth));
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("must be > PT0S: timeout=" + timeout);
        }
    }

    private static final class Key implements ProtocolKey<LineProtocol, LineComponents> {

        @Override
        @SuppressWarnings("unchecked") // Gatling's own type says less than it means: a class of protocols.
        public Class<Protocol> protocolClass() {
            return (Class<Protocol>) (Class<?>) LineProtocol.class;
        }

        @Override
        public LineProtocol defaultProtocolValue(GatlingConfiguration configuration) {
            throw new IllegalStateException("the line protocol has no default: give the set-up a lineProtocol(...)");
        }

        @Override
        public Function1<LineProtocol, LineComponents> newComponents(CoreComponents core) {
            return LineComponents::new;
        }
    }
}
