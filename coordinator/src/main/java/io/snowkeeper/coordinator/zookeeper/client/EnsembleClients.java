package io.snowkeeper.coordinator.zookeeper.client;

import io.snowkeeper.coordinator.ZooKeeperSecurity;
import java.time.Duration;
import java.util.List;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.data.ACL;

/** Where all of our clients begin: what they have in common, login and TLS above all. */
public final class EnsembleClients {

    private EnsembleClients() {}

    /**
     * Begins a client.
     *
     * @param servers {@code host:port[,host:port…]}
     * @param session how long ZooKeeper waits for us when we are silent
     * @throws IllegalArgumentException if the files for TLS cannot be used
     */
    public static CuratorFrameworkFactory.Builder builder(
            String servers, Duration session, ZooKeeperSecurity security) {
        int sessionMillis = Math.toIntExact(session.toMillis());
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(servers)
                .sessionTimeoutMs(sessionMillis)
                .connectionTimeoutMs(sessionMillis)
                .aclProvider(new SameAcl(acl(security)))
                // Containers are deleted when they are empty, and ticket numbers would start again.
                .dontUseContainerParents();
        security.login().ifPresent(login -> builder.authorization("digest", login.credentials()));
        security.tls()
                .ifPresent(tls -> builder.zkClientConfig(TlsConfiguration.of(tls))
                        // It replaces the servers by those that the ensemble tells, with their ports without TLS.
                        .ensembleTracker(false));
        return builder;
    }

    /** Returns who may do what with the znodes that we make. */
    public static List<ACL> acl(ZooKeeperSecurity security) {
        // ZooKeeper puts the logged in user in the place of the creator: which hash it keeps of the password is its
        // affair.
        return security.login().isPresent() ? Ids.CREATOR_ALL_ACL : Ids.OPEN_ACL_UNSAFE;
    }

    private record SameAcl(List<ACL> acl) implements ACLProvider {

        @Override
        public List<ACL> getDefaultAcl() {
            return acl;
        }

        @Override
        public List<ACL> getAclForPath(String path) {
            return acl;
        }
    }
}
