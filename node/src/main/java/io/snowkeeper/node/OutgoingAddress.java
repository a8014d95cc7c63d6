package io.snowkeeper.node;

import io.snowkeeper.core.text.HostPort;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The address by which a machine goes out to others, and so the one by which they reach it: the published address of a
 * node that listens on all addresses.
 */
final class OutgoingAddress {

    /** Addresses that no machine has (RFC 5737, RFC 3849). */
    private static final List<HostPort> ELSEWHERE =
            List.of(new HostPort("192.0.2.1", 9), new HostPort("2001:db8::1", 9));

    private OutgoingAddress() {}

    /**
     * Returns the address by which the machine goes out to the first of these servers that is another machine; else to the
     * rest of the world; loopback if there is no way out. Looks names up, and sends nothing to any of them.
     */
    static InetAddress to(List<HostPort> servers) {
        return Stream.concat(servers.stream(), ELSEWHERE.stream())
                .flatMap(server -> to(server).stream())
                .findFirst()
                .orElseGet(InetAddress::getLoopbackAddress);
    }

    private static Optional<InetAddress> to(HostPort server) {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(server.host(), server.port()));
            return Optional.of(socket.getLocalAddress()).filter(OutgoingAddress::isReachable);
        } catch (IOException e) {
            // No such name, or no way there.
            return Optional.empty();
        }
    }

    private static boolean isReachable(InetAddress address) {
        return !address.isAnyLocalAddress() && !address.isLoopbackAddress() && !address.isLinkLocalAddress();
    }
}
