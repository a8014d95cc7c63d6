package io.snowkeeper.node.net.connection;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** The addresses of hosts, as they come over the wire. */
final class Addresses {

    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;

    private Addresses() {}

    /** Returns an address of 4 or 16 bytes; the IPv4 address where those of IPv6 are only its longer form. */
    static InetAddress of(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("an address has 4 or 16 bytes: " + bytes.length, e);
        }
    }

    /** Returns the IPv4 address where an address of IPv6 is only its longer form. */
    static InetAddress plain(InetAddress address) {
        byte[] bytes = address.getAddress();
        // Java itself makes an IPv4 address of the bytes of such a one; a transport of the system may not.
        return bytes.length == IPV6_BYTES && isMapped(bytes)
                ? of(Arrays.copyOfRange(bytes, IPV6_BYTES - IPV4_BYTES, IPV6_BYTES))
                : address;
    }

    private static boolean isMapped(byte[] bytes) {
        for (int i = 0; i < IPV6_BYTES - IPV4_BYTES; i++) {
            if (bytes[i] != (i < 10 ? 0 : (byte) 0xff)) {
                return false;
            }
        }
        return true;
    }
}
