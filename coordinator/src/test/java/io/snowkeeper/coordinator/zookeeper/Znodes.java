package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.StoreLogin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.data.ACL;

/** All znodes of a ZooKeeper in the view of a client with a login, or without. Everything by its whole path. */
final class Znodes implements AutoCloseable {

    private final CuratorFramework client;

    private Znodes(CuratorFramework client) {
        this.client = client;
    }

    static Znodes of(String connectString, Optional<StoreLogin> login) {
        CuratorFrameworkFactory.Builder builder =
                CuratorFrameworkFactory.builder().connectString(connectString).retryPolicy(new RetryOneTime(100));
        login.ifPresent(user -> builder.authorization("digest", user.credentials()));
        CuratorFramework client = builder.build();
        client.start();
        return new Znodes(client);
    }

    /** Logs in once more: znodes closed from now on belong to both logins. */
    void logInAlso(StoreLogin login) throws Exception {
        client.getZookeeperClient().getZooKeeper().addAuthInfo("digest", login.credentials());
    }

    /** Returns the access control lists of a znode and of all below it, by path. */
    Map<String, List<ACL>> below(String path) throws Exception {
        Map<String, List<ACL>> lists = new TreeMap<>();
        try {
            lists.put(path, client.getACL().forPath(path));
            for (String child : client.getChildren().forPath(path)) {
                lists.putAll(below(path + "/" + child));
            }
        } catch (KeeperException.NoNodeException e) {
            // Claims go with their sessions.
            lists.remove(path);
        }
        return lists;
    }

    /** Restricts a znode and all below it to the logged-in client, as {@code setAcl -R PATH auth::cdrwa} does. */
    void close(String path) throws Exception {
        setAll(path, Ids.CREATOR_ALL_ACL);
    }

    /** Opens a znode and all below it to every client. */
    void open(String path) throws Exception {
        setAll(path, Ids.OPEN_ACL_UNSAFE);
    }

    private void setAll(String path, List<ACL> acl) throws Exception {
        for (String znode : below(path).keySet()) {
            try {
                client.setACL().withACL(acl).forPath(znode);
            } catch (KeeperException.NoNodeException e) {
                // As above.
            }
        }
    }

    CuratorFramework client() {
        return client;
    }

    @Override
    public void close() {
        client.close();
    }
}
