package io.snowkeeper.client.internal.connection;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a server.
 *
 * @param host a name or a number, without brackets
 * @param port 1 to 65535
 */
public record ServerAddress(String host, int port) {

    private static final Pattern FORM = Pattern.compile("(?:\\[([0-9A-Fa-f:.%]+)]|([^\\s:\\[\\]]+)):(\\d{1,5})");

    /** @throws IllegalArgumentException if the port is out of its range */
    public ServerAddress {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("must be >= 1 && <= 65535: port=" + port);
        }
    }

    /**
     * Reads addresses that commas separate.
     *
     * @throws IllegalArgumentException if there is none, one is malformed, or one repeats
     */
    public static List<ServerAddress> parse(String servers) {
        Set<ServerAddress> found = new LinkedHashSet<>();
        for (String part : servers.split(",", -1)) {
            if (!found.add(parseOne(part.strip()))) {
                throw new IllegalArgumentException("servers must differ: %s comes twice".formatted(part.strip()));
            }
        }
        return List.copyOf(new ArrayList<>(found));
    }

    private static ServerAddress parseOne(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "servers must be HOST:PORT[,HOST:PORT...], IPv6 numbers in brackets: server=\"%s\""
                            .formatted(text));
        }
        String host = form.group(1) == null ? form.group(2) : form.group(1);
        return new ServerAddress(host, Integer.parseInt(form.group(3)));
    }

    /** Returns whether the host is a number of IPv6, which no name can be taken for. */
    boolean isNumber() {
        return host.indexOf(':') >= 0;
    }

    @Override
    public String toString() {
        return isNumber() ? "[" + host + "]:" + port : host + ":" + port;
    }
}
