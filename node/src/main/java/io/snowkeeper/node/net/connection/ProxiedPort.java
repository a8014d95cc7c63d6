package io.snowkeeper.node.net.connection;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** A port of a node to which proxies may pass on connections. */
public enum ProxiedPort {
    LINE,
    REDIS,
    HTTP;

    private static final String ALL = "all";

    /**
     * Reads names of ports that are separated by commas, or {@code all}.
     *
     * @throws IllegalArgumentException if one is none
     */
    public static Set<ProxiedPort> parse(String text) {
        if (text.strip().equals(ALL)) {
            return EnumSet.allOf(ProxiedPort.class);
        }
        Set<ProxiedPort> ports = EnumSet.noneOf(ProxiedPort.class);
        for (String name : text.split(",", -1)) {
            ports.add(Arrays.stream(values())
                    .filter(port -> port.text().equals(name.strip()))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "must be line, redis or http, separated by commas, or all: " + text)));
        }
        return ports;
    }

    /** Returns its name as people write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
