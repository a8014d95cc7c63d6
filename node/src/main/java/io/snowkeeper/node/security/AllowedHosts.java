package io.snowkeeper.node.security;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names by which a node may be addressed over HTTP. A page of another site could have a name of its own point to
 * the node and read the answers then, since a browser takes both for one site; its name is none of these. Addresses and
 * {@code localhost} are always allowed: no other site can have them point here.
 *
 * @param any whether any name will do
 * @param names those that will, in small letters, without a port
 */
public record AllowedHosts(boolean any, Set<String> names) {

    /** For a node that is asked by names which it does not know, such as those of a load balancer. */
    public static final AllowedHosts ANY = new AllowedHosts(true, Set.of());

    /** For a node that listens on loopback. */
    public static final AllowedHosts LOOPBACK = new AllowedHosts(false, Set.of());

    private static final String LOCALHOST = "localhost";

    /** Programs take names below it for this machine, too, without a lookup (RFC 6761, 6.3). */
    private static final String BELOW_LOCALHOST = ".localhost";

    /** Stands for any name. */
    private static final String ANY_NAME = "*";

    private static final Pattern NAME = Pattern.compile("[a-z0-9_-]{1,63}(\\.[a-z0-9_-]{1,63})*");

    private static final Pattern HOST = Pattern.compile(
            "(?:(?<address>\\d{1,3}(?:\\.\\d{1,3}){3}|\\[[0-9A-Fa-f:.]{2,45}\\])|(?<name>[^:\\[\\]]{1,254}?)\\.?)(?::\\d{0,5})?");

    /** @throws IllegalArgumentException if a name is none */
    public AllowedHosts {
        names = Set.copyOf(names);
        names.forEach(AllowedHosts::requireName);
    }

    /**
     * Reads names that are separated by commas, or {@code *} for any.
     *
     * @throws IllegalArgumentException if it is no such text
     */
    public static AllowedHosts parse(String text) {
        if (text.strip().equals(ANY_NAME)) {
            return ANY;
        }
        Set<String> names = new HashSet<>();
        for (String name : text.split(",", -1)) {
            names.add(withoutDot(name.strip().toLowerCase(Locale.ROOT)));
        }
        return new AllowedHosts(false, names);
    }

    /** Returns these and another host. An address adds nothing. */
    public AllowedHosts and(String host) {
        String name = withoutDot(host.toLowerCase(Locale.ROOT));
        if (any || !NAME.matcher(name).matches()) {
            return this;
        }
        Set<String> more = new HashSet<>(names);
        more.add(name);
        return new AllowedHosts(false, more);
    }

    /**
     * Returns whether a node may be asked so.
     *
     * @param host the header {@code Host}: a name or an address, and perhaps a port
     */
    public boolean allow(String host) {
        if (any) {
            return true;
        }
        Matcher matcher = HOST.matcher(host);
        return matcher.matches()
                && (matcher.group("address") != null || isLocal(nameIn(matcher)) || names.contains(nameIn(matcher)));
    }

    /** Returns whether the host is one of the names, and not only allowed because there are none. */
    public boolean name(String host) {
        Matcher matcher = HOST.matcher(host);
        return matcher.matches() && matcher.group("name") != null && names.contains(nameIn(matcher));
    }

    private static boolean isLocal(String name) {
        return name.equals(LOCALHOST) || name.endsWith(BELOW_LOCALHOST);
    }

    private static String nameIn(Matcher host) {
        return requireNonNull(host.group("name")).toLowerCase(Locale.ROOT);
    }

    /** A dot at the end says that a name is whole. */
    private static String withoutDot(String name) {
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    private static void requireName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "must be names of hosts without a port, separated by commas, or * for any: " + name);
        }
    }
}
