package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.FleetSettings;
import java.util.regex.Pattern;

/**
 * Where a fleet lives: ZooKeeper's servers and the root below which its znodes are.
 *
 * @param servers {@code host:port[,host:port…]}
 * @param root a path without its leading slash
 */
record EnsembleAddress(String servers, String root) {

    private static final Pattern SERVER = Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^,:/\\s]+)(:\\d{1,5})?");

    /** @throws IllegalArgumentException if the text is not {@code host:port[,host:port…][/chroot]} */
    static EnsembleAddress parse(String connectString) {
        int slash = connectString.indexOf('/');
        String servers = slash < 0 ? connectString : connectString.substring(0, slash);
        String root = slash < 0 ? FleetSettings.DEFAULT_CHROOT : connectString.substring(slash);
        for (String server : servers.split(",", -1)) {
            if (!SERVER.matcher(server).matches()) {
                throw malformed(connectString);
            }
        }
        if (root.length() < 2 || root.endsWith("/") || root.contains("//")) {
            throw malformed(connectString);
        }
        return new EnsembleAddress(servers, root.substring(1));
    }

    private static IllegalArgumentException malformed(String connectString) {
        return new IllegalArgumentException(
                "ZooKeeper's address must be host:port[,host:port...][/chroot]: zookeeper=" + connectString);
    }
}
