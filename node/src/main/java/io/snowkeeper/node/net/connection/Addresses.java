package io.snowkeeper.node.net.connection;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The addresses of hosts, as they come over the wire. */
final class Addresses {

    private Addresses() {}

    /** Returns an address of 4 or 16 bytes; the IPv4 address where those of IPv6 are only its longer form. */
    static InetAddress of(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("an address has 4 or 16 bytes: " + bytes.length, e);
        }
    }
}
