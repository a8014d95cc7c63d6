package io.snowkeeper.client.internal.connection;

import io.snowkeeper.core.text.HostPort;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * A server to ask: one of the addresses of a name.
 *
 * @param name the name in the client's settings; certificates must be for its host
 * @param address one of those that the host has
 */
public record Server(HostPort name, InetAddress address) {

    InetSocketAddress socketAddress() {
        return new InetSocketAddress(address, name.port());
    }

    /** Returns its name for people: the given name, and its address if that is another. */
    @Override
    public String toString() {
        HostPort at = HostPort.of(socketAddress());
        return name.isIpv6() || name.equals(at) ? name.toString() : "%s/%s".formatted(name.host(), at);
    }
}
