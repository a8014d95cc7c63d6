package io.snowkeeper.core.text;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.Checks;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a server is, in the text form {@code host:port}, {@code [::1]:7070} for an IPv6 address.
 *
 * @param host a name or an address, without brackets
 * @param port 0 to 65535, 0 for any that is free; text has 1 to 65535
 */
public record HostPort(String host, int port) {

    private static final int MAX_PORT = 65_535;

    private static final Pattern FORM = Pattern.compile(
            "(?:\\[(?<ipv6>[0-9A-Fa-f:.]+(?:%[\\w.-]+)?)]|(?<name>[\\p{L}\\p{N}._-]+))(?::(?<port>[1-9]\\d{0,4}))?");

    private static final Pattern IPV6_WITHOUT_BRACKETS = Pattern.compile("([0-9A-Fa-f]*:[0-9A-Fa-f:.]+)(:\\d+)");

    /** The longest run of zeros among the eight groups of an IPv6 address, and the rest behind it: RFC 5952, 4.2. */
    private static final Pattern ZEROS = Pattern.compile("((?:(?:^|:)0\\b){2,}):?(?!\\S*\\b\\1:0\\b)(\\S*)");

    /** @throws IllegalArgumentException if the port is out of its range */
    public HostPort {
        requireNonNull(host);
        Checks.requireWithin("port", port, 0, MAX_PORT);
    }

    /** Returns where a socket is, by its address in its shortest form. */
    public static HostPort of(InetSocketAddress socket) {
        InetAddress address = socket.getAddress();
        return new HostPort(
                address == null
                        ? socket.getHostString()
                        : ZEROS.matcher(address.getHostAddress()).replaceFirst("::$2"),
                socket.getPort());
    }

    /**
     * Reads {@code host[:port]}.
     *
     * @param what the address' name, for the message
     * @param defaultPort where there is none
     * @throws IllegalArgumentException if it has another form: such as an IPv6 address without brackets, where a port
     *     would be indistinguishable from the last digits
     */
    public static HostPort parse(String what, String text, int defaultPort) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw malformed(what, text);
        }
        String host = form.group("name");
        if (host == null) {
            host = requireNonNull(form.group("ipv6"));
            if (!isIpv6(host)) {
                throw malformed(what, text);
            }
        }
        String port = form.group("port");
        return new HostPort(host, port == null ? defaultPort : Integer.parseInt(port));
    }

    /**
     * Reads {@code host:port}. The port follows the last colon, so an IPv6 address needs no brackets: Kubernetes gives
     * that of a pod without.
     *
     * @param what the address' name, for the message
     * @throws IllegalArgumentException if it has another form
     */
    public static HostPort parse(String what, String text) {
        if (text.lastIndexOf(':') <= text.lastIndexOf(']')) {
            throw malformed(what, text);
        }
        Matcher bare = IPV6_WITHOUT_BRACKETS.matcher(text);
        return parse(what, bare.matches() ? bare.replaceFirst("[$1]$2") : text, MAX_PORT);
    }

    /**
     * Reads {@code host[:port][,host[:port]…]}, with blanks around the commas or without.
     *
     * @param defaultPort where there is none
     * @throws IllegalArgumentException if there is none, one has another form, or one comes twice
     */
    public static List<HostPort> parseList(String servers, int defaultPort) {
        Set<HostPort> found = new LinkedHashSet<>();
        for (String part : servers.split(",", -1)) {
            if (!found.add(parse("server", part.strip(), defaultPort))) {
                throw new IllegalArgumentException("servers must differ: %s comes twice".formatted(part.strip()));
            }
        }
        return List.copyOf(found);
    }

    private static boolean isIpv6(String address) {
        try {
            // In brackets it is never looked up.
            return InetAddress.getByName("[" + address.replaceFirst("%.*", "") + "]") != null;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static IllegalArgumentException malformed(String what, String text) {
        return new IllegalArgumentException(
                "must be host:port, IPv6 addresses in brackets: %s=%s".formatted(what, text));
    }

    /** Returns whether the host is an IPv6 address, which no name can be taken for. */
    public boolean isIpv6() {
        return host.indexOf(':') >= 0;
    }

    /** Returns the host as it stands in a URL: an IPv6 address in brackets. */
    public String urlHost() {
        return isIpv6() ? "[" + host + "]" : host;
    }

    @Override
    public String toString() {
        return urlHost() + ":" + port;
    }
}
