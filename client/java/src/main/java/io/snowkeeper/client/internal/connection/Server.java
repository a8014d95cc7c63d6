package io.snowkeeper.client.internal.connection;

import io.snowkeeper.core.text.HostPort;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * A server to ask: one of the addresses of a name.
 *
 * @param name what the client was given; certificates must be for its host
 * @param address one of those that the host has
 */
public record Server(HostPort name, InetAddress address) {

    InetSocketAddress socketAddress() {
        return new InetSocketAddress(address, name.port());
    }

    /** Returns what people know it by: the name, and its address if that is another. */
    @Override
    public String toString() {
        HostPort at = HostPort.of(socketAddress());
        return name.isIpv6() || name.equals(at) ? name.toString() : "%s/%s".formatted(name.host(), at);
    }
}
