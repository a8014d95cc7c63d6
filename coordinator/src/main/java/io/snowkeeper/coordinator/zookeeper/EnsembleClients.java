package io.snowkeeper.coordinator.zookeeper;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.snowkeeper.coordinator.StoreLogin;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.store.CoordinationStore;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ZKConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The factory of our clients of an ensemble: their common settings, login and TLS above all. */
final class EnsembleClients {

    private static final Logger log = LoggerFactory.getLogger(EnsembleClients.class);
    private static final String DIGEST = "digest";

    private EnsembleClients() {}

    /**
     * Begins a client.
     *
     * @param servers {@code host:port[,host:port…]}
     * @param session how long ZooKeeper waits for us when we are silent
     * @throws IllegalArgumentException if the files for TLS cannot be used
     */
    static CuratorFrameworkFactory.Builder builder(String servers, Duration session, StoreSecurity security) {
        return builder(servers, session, security, CoordinationStore.MAX_ANSWER_BYTES);
    }

    /**
     * Begins a client that takes larger answers than others do, which would break their connection.
     *
     * @param maxAnswerBytes the largest answer that it takes; the value of the system property {@code jute.maxbuffer},
     *     if that is more
     * @throws IllegalArgumentException if the files for TLS cannot be used
     */
    static CuratorFrameworkFactory.Builder builder(
            String servers, Duration session, StoreSecurity security, int maxAnswerBytes) {
        int sessionMillis = Math.toIntExact(session.toMillis());
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(servers)
                .sessionTimeoutMs(sessionMillis)
                .connectionTimeoutMs(sessionMillis)
                // It replaces the servers by those that the ensemble's own configuration names, which may be addresses
                // that its
                // network alone knows, former ones, or ports without TLS.
                .ensembleTracker(false)
                .aclProvider(new SameAcl(acl(security)))
                // Containers are deleted when they are empty, and ticket numbers would start again.
                .dontUseContainerParents();
        security.login().ifPresent(login -> builder.authorization(DIGEST, login.credentials()));
        ZKClientConfig config = security.tls().map(TlsConfiguration::of).orElseGet(PlainConfiguration::new);
        int usual = config.getInt(ZKConfig.JUTE_MAXBUFFER, ZKClientConfig.CLIENT_MAX_PACKET_LENGTH_DEFAULT);
        config.setProperty(ZKConfig.JUTE_MAXBUFFER, Integer.toString(Math.max(usual, maxAnswerBytes)));
        return builder.zkClientConfig(config);
    }

    /** Returns the identities of a client on the server's own machine. */
    static List<Id> identities(StoreSecurity security) {
        Id host = new Id("ip", "127.0.0.1");
        return security.login()
                .map(login -> List.of(host, new Id(DIGEST, digest(login))))
                .orElse(List.of(host));
    }

    /** Returns the access list of the znodes that we make. */
    static List<ACL> acl(StoreSecurity security) {
        return security.login()
                // ZooKeeper asks the list for null, which List.of does not forgive.
                .map(login -> Collections.singletonList(new ACL(Perms.ALL, new Id(DIGEST, digest(login)))))
                .orElse(Ids.OPEN_ACL_UNSAFE);
    }

    /**
     * Logs in once more. ZooKeeper's own client gives up for good when a login is refused, and Curator does not know; so it
     * is created again, with another session and no watches.
     *
     * @return whether it was created again; ZooKeeper may still refuse its login
     */
    static boolean logInAgain(CuratorFramework client) {
        try {
            client.getZookeeperClient().reset();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) { // Curator declares no narrower one.
            log.warn("ZooKeeper's client was not replaced, so it does not log in again: {}", e.toString());
        }
        return false;
    }

    /**
     * Not ZooKeeper's own "auth" scheme: a client certificate would be part of that, and other logins from the same
     * host would be let in.
     */
    private static String digest(StoreLogin login) {
        try {
            return DigestAuthenticationProvider.generateDigest(new String(login.credentials(), US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("it was looked for when the class was loaded", e);
        }
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

    /**
     * The configuration of ZooKeeper's client without TLS, by the system properties that it reads otherwise as well. It leaves out those
     * of TLS: for their names alone, ZooKeeper has the JVM read all certificate authorities, which takes a seventh of a node's start.
     */
    static final class PlainConfiguration extends ZKClientConfig {

        /** Affects a login by a digest, too. */
        private static final String FIPS_MODE = "zookeeper.fips-mode";

        private static final List<String> PROPERTIES = List.of(
                FIPS_MODE,
                JUTE_MAXBUFFER,
                KINIT_COMMAND,
                JGSS_NATIVE,
                ZK_SASL_CLIENT_USERNAME,
                ZK_SASL_CLIENT_CANONICALIZE_HOSTNAME,
                LOGIN_CONTEXT_NAME_KEY,
                ENABLE_CLIENT_SASL_KEY,
                ZOOKEEPER_SERVER_REALM,
                DISABLE_AUTO_WATCH_RESET,
                ZOOKEEPER_CLIENT_CNXN_SOCKET,
                SECURE_CLIENT);

        @Override
        protected void handleBackwardCompatibility() {
            if (Boolean.getBoolean(SECURE_CLIENT)) {
                super.handleBackwardCompatibility();
                return;
            }
            PROPERTIES.forEach(name -> setProperty(name, System.getProperty(name)));
        }
    }
}
