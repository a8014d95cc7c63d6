package io.snowkeeper.coordinator.zookeeper;

import static io.snowkeeper.coordinator.zookeeper.SyncedClient.call;

import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.ACL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks once whether a fleet that a node logs in to was made without a login: its znodes are then as open as they were, and
 * only new ones belong to the login.
 *
 * <p>For one thread.
 */
final class OpenZnodes {

    private static final Logger log = LoggerFactory.getLogger(OpenZnodes.class);

    private static final String EVERYBODY = "world";

    private final CuratorFramework client;
    private boolean due;

    /** @param client a client below the fleet's root */
    OpenZnodes(CuratorFramework client, boolean logsIn) {
        this.client = client;
        this.due = logsIn;
    }

    /** @throws ObstacleException if ZooKeeper does not answer; the next call looks again */
    void warnOnce() {
        if (!due) {
            return;
        }
        String root = "/" + client.getNamespace();
        List<String> open = List.of("", FleetPaths.FLEET, FleetPaths.CLAIMS, FleetPaths.WORKERS).stream()
                .filter(this::isOpen)
                .map(path -> root + path)
                .toList();
        due = false;
        if (!open.isEmpty()) {
            log.warn(
                    "everybody who reaches ZooKeeper has access to {}, although this node logs in: they were made without a login; once all nodes log in, close them with zkCli.sh, addauth digest USER:PASSWORD, then setAcl -R {} auth::cdrwa",
                    String.join(", ", open),
                    root);
        }
    }

    private boolean isOpen(String path) {
        return call(() -> {
            try {
                List<ACL> acl = client.getACL().forPath(path.isEmpty() ? "/" : path);
                return acl.stream().anyMatch(entry -> entry.getId().getScheme().equals(EVERYBODY));
            } catch (KeeperException.NoAuthException e) {
                // Not even we may look.
                return false;
            }
        });
    }
}
