package io.snowkeeper.node.security;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The location of a client, as far as its address shows it. A client behind a proxy is recognized where the proxy
 * declares it.
 */
public enum Peer {
    /** A program of the node's machine, or of its container, which has come over loopback. */
    THIS_MACHINE,
    /** Another machine, or an unknown one. */
    ELSEWHERE;

    /**
     * Returns where an address is. The machine's other addresses are not taken for it: where addresses are translated,
     * clients from outside may have them, too. A connection through a proxy that declares itself is not either, for any
     * client.
     *
     * @param address null if it is not known
     */
    public static Peer at(@Nullable SocketAddress address) {
        return address instanceof InetSocketAddress inet
                        && !(address instanceof ProxiedAddress)
                        && isLoopback(inet.getAddress())
                ? THIS_MACHINE
                : ELSEWHERE;
    }

    private static boolean isLoopback(@Nullable InetAddress address) {
        return address != null && address.isLoopbackAddress();
    }
}
