package io.snowkeeper.coordinator.zookeeper;

import java.util.Optional;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/** The error texts for operators where ZooKeeper does not let us in. */
final class AccessErrors {

    /** ZooKeeper does not take any user and password. */
    static final String LOGIN_REFUSED =
            "ZooKeeper refuses logins by user and password (its digest authentication is off); turn it on there, or start without --zookeeper-auth-file";

    private AccessErrors() {}

    /**
     * Returns the problem with our login, empty if the code is not about it.
     *
     * @param path the znode, null if several come into question
     */
    static Optional<String> of(Code code, @Nullable String path) {
        return switch (code) {
            case NOAUTH ->
                Optional.of(
                        "ZooKeeper denies access to %s: the fleet's znodes belong to another login; give its user and password with --zookeeper-auth-file"
                                .formatted(path == null ? "one of the fleet's znodes" : "znode " + path));
            case AUTHFAILED -> Optional.of(LOGIN_REFUSED);
            case SESSIONCLOSEDREQUIRESASLAUTH ->
                Optional.of("ZooKeeper requires authentication; give user and password with --zookeeper-auth-file");
            default -> Optional.empty();
        };
    }
}
