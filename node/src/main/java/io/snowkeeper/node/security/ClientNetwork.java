package io.snowkeeper.node.security;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The network that counts as one client address: an IPv4 address, or the first 64 bits of an IPv6 one. A single host is
 * given a network of that size, and it may take any address in it: counted one by one, a single client would have 2^64
 * of them.
 *
 * @param bits the address, or its first 64 bits
 */
public record ClientNetwork(boolean isIpv6, long bits) {

    private static final int IPV6_BYTES = 16;

    /** The bits before the last 32 of an IPv4 address written as one of IPv6. */
    private static final int MAPPED_IPV4 = 0xffff;

    /** Returns the network that an address counts as. */
    public static ClientNetwork of(InetAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        if (!(address instanceof Inet6Address)) {
            return new ClientNetwork(false, bytes.getInt());
        }
        long network = bytes.getLong();
        return network == 0 && bytes.getInt() == MAPPED_IPV4
                ? new ClientNetwork(false, bytes.getInt())
                : new ClientNetwork(true, network);
    }

    /** Returns how people write it: {@code 192.0.2.7}, {@code 2001:db8:0:1:0:0:0:0/64}. */
    @Override
    public String toString() {
        byte[] bytes = isIpv6
                ? Arrays.copyOf(ByteBuffer.allocate(Long.BYTES).putLong(bits).array(), IPV6_BYTES)
                : ByteBuffer.allocate(Integer.BYTES).putInt((int) bits).array();
        try {
            String address = InetAddress.getByAddress(bytes).getHostAddress();
            return isIpv6 ? address + "/64" : address;
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
    }
}
