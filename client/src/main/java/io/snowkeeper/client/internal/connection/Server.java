package io.snowkeeper.client.internal.connection;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * A server to ask: one of the addresses of a name.
 *
 * @param name what the client was given; certificates must be for its host
 * @param address one of those that the host has
 */
public record Server(ServerAddress name, InetAddress address) {

    InetSocketAddress socketAddress() {
        return new InetSocketAddress(address, name.port());
    }

    /** Returns what people know it by: the name, and its address if that is another. */
    @Override
    public String toString() {
        String number = address.getHostAddress();
        return name.isNumber() || number.equals(name.host())
                ? name.toString()
                : "%s/%s".formatted(name.host(), new ServerAddress(number, name.port()));
    }
}
