package io.snowkeeper.coordinator.zookeeper;

import static java.util.stream.Collectors.joining;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.core.text.HostPort;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The address of a fleet: ZooKeeper's servers and the root below which its znodes are.
 *
 * @param hosts the servers, at least one, in the order in which they were given
 * @param root a path without its leading slash
 */
public record EnsembleAddress(List<HostPort> hosts, String root) {

    private static final int DEFAULT_PORT = 2181;

    private static final String FORM = "ZooKeeper's address must be host:port[,host:port...][/chroot]";

    /** Less than ZooKeeper allows: a comma, a colon, a blank or a bracket of a template is a slip, and would be another fleet. */
    private static final Pattern CHROOT = Pattern.compile("(?:/(?!\\.{1,2}(?:/|$))[\\p{L}\\p{M}\\p{N}._~+=-]+)+");

    /** ZooKeeper's own znodes. */
    private static final Pattern RESERVED = Pattern.compile("/zookeeper(?:/.*)?");

    public EnsembleAddress {
        hosts = List.copyOf(hosts);
    }

    /**
     * Reads an address. There may be blanks around it and around its commas; a server without a port has port 2181.
     *
     * @throws IllegalArgumentException if the text is not {@code host:port[,host:port…][/chroot]}, or its root is ZooKeeper's own
     */
    public static EnsembleAddress parse(String connectString) {
        if (connectString.indexOf('@') >= 0) {
            // Not repeated, since a password may stand before it.
            throw new IllegalArgumentException(FORM + ", without a login, which is read from a file");
        }
        String text = connectString.strip().replaceAll("\\s*,\\s*", ",");
        requireNoHabit(text);
        int slash = text.indexOf('/');
        String root = slash < 0 ? MemberSettings.DEFAULT_CHROOT : text.substring(slash);
        requireRoot(text, root);
        String servers = slash < 0 ? text : text.substring(0, slash);
        if (servers.isEmpty()) {
            throw malformed(text, "it names no server");
        }
        List<HostPort> hosts = new ArrayList<>();
        for (String server : servers.split(",", -1)) {
            try {
                hosts.add(HostPort.parse("server", server, DEFAULT_PORT));
            } catch (IllegalArgumentException e) {
                throw malformed(
                        text, server.isEmpty() ? "a server is missing beside a comma" : String.valueOf(e.getMessage()));
            }
        }
        return new EnsembleAddress(hosts, root.substring(1));
    }

    /** Refuses the forms of other programs' connect strings. */
    private static void requireNoHabit(String text) {
        if (text.contains("://")) {
            throw malformed(text, "no scheme stands before it");
        }
        if (text.matches(".*[;\\s].*")) {
            throw malformed(text, "servers are separated by commas");
        }
        int lastServer = text.lastIndexOf(',') + 1;
        if (text.indexOf('/') >= 0 && text.indexOf('/') < lastServer) {
            List<String> roots = Stream.of(text.split(","))
                    .filter(server -> server.contains("/"))
                    .map(server -> server.substring(server.indexOf('/')))
                    .distinct()
                    .toList();
            String meant = Stream.of(text.split(","))
                    .map(server -> server.replaceFirst("/.*", ""))
                    .collect(joining(",", ": ", roots.get(0)));
            throw malformed(text, "the chroot stands once, behind the last server" + (roots.size() == 1 ? meant : ""));
        }
    }

    private static void requireRoot(String text, String root) {
        if (!CHROOT.matcher(root).matches()) {
            throw malformed(
                    text,
                    "a chroot is names of letters, digits and ._~+=-, with one slash before each and none at the end: chroot="
                            + root);
        }
        if (RESERVED.matcher(root).matches()) {
            throw malformed(text, "/zookeeper is ZooKeeper's own");
        }
    }

    private static IllegalArgumentException malformed(String text, String reason) {
        return new IllegalArgumentException("%s: zookeeper=%s; %s".formatted(FORM, text, reason));
    }

    /** Returns the servers as {@code host:port[,host:port…]}. */
    public String servers() {
        return hosts.stream().map(HostPort::toString).collect(joining(","));
    }
}
