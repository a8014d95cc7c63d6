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
 * @param certificate its certificate if both ports speak TLS, empty if they are plain
 */
public record NodePorts(int linePort, int httpPort, Optional<Path> certificate) {

    public InetSocketAddress line() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), linePort);
    }

    public InetSocketAddress http() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), httpPort);
    }

    Transport transport() {
        return certificate.isPresent() ? Transport.TLS : Transport.PLAIN;
    }
}
