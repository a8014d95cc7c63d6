package io.snowkeeper.cli.doctor;

import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.node.EmbeddedSettings;
import io.snowkeeper.node.NodeSettings;
import io.snowkeeper.node.http.HttpServerSettings;
import io.snowkeeper.node.redis.RedisSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * A port that a node listens on.
 *
 * @param host the address that it is bound to
 * @param number 0 for any that is free
 */
record Port(Kind kind, String host, int number) {

    /** The kinds of ports. */
    enum Kind {
        LINE("choose another address with --bind and --port"),
        REDIS("choose another port with --redis-port, or none"),
        HTTP("choose another port with --http-port, or none with --http-port none"),
        ZOOKEEPER(
                "if a ZooKeeper listens there, join it with --zookeeper, else choose a port with --embedded-zookeeper-port");

        private final String remedy;

        Kind(String remedy) {
            this.remedy = remedy;
        }

        /** Returns the remedy if the port is taken. */
        String remedy() {
            return remedy;
        }
    }

    /** Returns the ports of a node with these settings. */
    static List<Port> of(NodeSettings settings) {
        String bind = settings.line().bindAddress();
        List<Port> ports = new ArrayList<>();
        ports.add(new Port(Kind.LINE, bind, settings.line().port()));
        settings.redis().map(RedisSettings::port).ifPresent(number -> ports.add(new Port(Kind.REDIS, bind, number)));
        settings.operation()
                .http()
                .map(HttpServerSettings::port)
                .ifPresent(number -> ports.add(new Port(Kind.HTTP, bind, number)));
        settings.embedded()
                .map(EmbeddedSettings::port)
                .ifPresent(number -> ports.add(new Port(Kind.ZOOKEEPER, "127.0.0.1", number)));
        return List.copyOf(ports);
    }

    HostPort address() {
        return new HostPort(host, number);
    }
}
