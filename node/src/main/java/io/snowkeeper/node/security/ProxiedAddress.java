package io.snowkeeper.node.security;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * The address of a client behind a proxy, by the proxy's word. The client is never taken for a program of this machine:
 * a proxy may be wrong, and its own loopback is not the node's.
 */
@SuppressWarnings("serial") // Never written anywhere.
public final class ProxiedAddress extends InetSocketAddress {

    /** @param port 0 to 65535 */
    public ProxiedAddress(InetAddress address, int port) {
        super(address, port);
    }

    /** Returns the address of the proxy itself, for a connection whose client it does not name. */
    public static ProxiedAddress of(InetSocketAddress proxy) {
        return new ProxiedAddress(proxy.getAddress(), proxy.getPort());
    }
}
