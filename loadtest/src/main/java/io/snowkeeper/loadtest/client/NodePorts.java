package io.snowkeeper.loadtest.client;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The ports of a node on this machine.
 *
 * @param linePort port of the line protocol
 * @param httpPort port of HTTP
 * @param redisPort port of Redis' protocol
 * @param certificate its certificate if its ports speak TLS, empty if they are plain
 */
public record NodePorts(int linePort, int httpPort, int redisPort, Optional<Path> certificate) {

    public InetSocketAddress line() {
        return at(linePort);
    }

    public InetSocketAddress http() {
        return at(httpPort);
    }

    public InetSocketAddress redis() {
        return at(redisPort);
    }

    private static InetSocketAddress at(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    Transport transport() {
        return certificate.isPresent() ? Transport.TLS : Transport.PLAIN;
    }
}
