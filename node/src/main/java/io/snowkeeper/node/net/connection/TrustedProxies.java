package io.snowkeeper.node.net.connection;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The networks of the proxies that are trusted to name their clients. Immutable.
 *
 * <p>An IPv4 address that is written as one of IPv6 counts as the IPv4 address that it is.
 */
public final class TrustedProxies {

    /** No proxies. */
    public static final TrustedProxies NONE = new TrustedProxies(List.of(), "");

    private static final Pattern NETWORK = Pattern.compile("([0-9A-Fa-f.:]+)(?:/(\\d{1,3}))?");
    private static final int IPV4_BITS = 32;
    private static final int IPV6_BITS = 128;

    private final List<IpSubnetFilterRule> networks;
    private final String text;

    private TrustedProxies(List<IpSubnetFilterRule> networks, String text) {
        this.networks = List.copyOf(networks);
        this.text = text;
    }

    /**
     * Reads networks that are separated by commas: addresses, each with the bits of its prefix or alone,
     * {@code 10.0.0.0/8,2001:db8::7}. Names are not looked up.
     *
     * @throws IllegalArgumentException if one is none
     */
    public static TrustedProxies parse(String text) {
        List<IpSubnetFilterRule> networks = new ArrayList<>();
        for (String network : text.split(",", -1)) {
            networks.add(network(network.strip()));
        }
        return new TrustedProxies(networks, text);
    }

    private static IpSubnetFilterRule network(String text) {
        Matcher form = NETWORK.matcher(text);
        InetAddress address = form.matches() ? NetUtil.createInetAddressFromIpAddressString(form.group(1)) : null;
        if (address == null) {
            throw malformed(text);
        }
        int most = address.getAddress().length * Byte.SIZE == IPV4_BITS ? IPV4_BITS : IPV6_BITS;
        int bits = form.group(2) == null ? most : Integer.parseInt(form.group(2));
        if (bits > most) {
            throw malformed(text);
        }
        return new IpSubnetFilterRule(address, bits, IpFilterRuleType.ACCEPT);
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException(
                "must be networks such as 10.0.0.0/8 or 2001:db8::/32, separated by commas: " + text);
    }

    public boolean isEmpty() {
        return networks.isEmpty();
    }

    /** Returns whether an address is that of one of them. */
    boolean contain(@Nullable SocketAddress address) {
        if (!(address instanceof InetSocketAddress inet) || inet.getAddress() == null) {
            return false;
        }
        // A transport of the system may leave an IPv4 address in the form of IPv6.
        InetAddress plain = Addresses.of(inet.getAddress().getAddress());
        InetSocketAddress asked = new InetSocketAddress(plain, inet.getPort());
        return networks.stream().anyMatch(network -> network.matches(asked));
    }

    @Override
    public String toString() {
        return text;
    }
}
