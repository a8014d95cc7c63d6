package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.FleetSettings;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.curator.utils.PathUtils;
import org.jspecify.annotations.Nullable;

/**
 * The address of a fleet: ZooKeeper's servers and the root below which its znodes are.
 *
 * @param servers {@code host:port[,host:port…]}
 * @param root a path without its leading slash
 */
public record EnsembleAddress(String servers, String root) {

    private static final int MAX_PORT = 65_535;

    private static final Pattern SERVER = Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^,:/\\s]+)(?::(\\d{1,5}))?");

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException if the text is not {@code host:port[,host:port…][/chroot]}
     */
    public static EnsembleAddress parse(String connectString) {
        int slash = connectString.indexOf('/');
        String servers = slash < 0 ? connectString : connectString.substring(0, slash);
        String root = slash < 0 ? FleetSettings.DEFAULT_CHROOT : connectString.substring(slash);
        for (String server : servers.split(",", -1)) {
            Matcher matcher = SERVER.matcher(server);
            if (!matcher.matches() || !isPort(matcher.group(2))) {
                throw malformed(connectString);
            }
        }
        if (!isPath(root)) {
            throw malformed(connectString);
        }
        return new EnsembleAddress(servers, root.substring(1));
    }

    private static boolean isPort(@Nullable String digits) {
        return digits == null || (Integer.parseInt(digits) >= 1 && Integer.parseInt(digits) <= MAX_PORT);
    }

    private static boolean isPath(String root) {
        try {
            PathUtils.validatePath(root);
            return root.length() > 1;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static IllegalArgumentException malformed(String connectString) {
        return new IllegalArgumentException(
                "ZooKeeper's address must be host:port[,host:port...][/chroot]: zookeeper=" + connectString);
    }
}
