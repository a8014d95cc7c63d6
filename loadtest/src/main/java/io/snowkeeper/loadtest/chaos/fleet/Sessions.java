package io.snowkeeper.loadtest.chaos.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Optional;
import java.util.Random;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/** The nodes' sessions with ZooKeeper, seen from outside. */
public final class Sessions {

    private static final String CLAIMS = "/snowkeeper/claims";
    private static final int PASSWORD_BYTES = 16;

    /** ZooKeeper's secret in the passwords of sessions; the same in every server. */
    private static final long SECRET = 0xB3415C00L;

    private final String connectString;

    Sessions(String connectString) {
        this.connectString = connectString;
    }

    /**
     * Ends the session of a node for good, as if ZooKeeper had given it up: takes it over by its number, and closes it.
     *
     * @return whether the node had one
     * @throws IOException if ZooKeeper cannot be reached
     */
    public boolean kill(String node) throws IOException, InterruptedException {
        try {
            Optional<Long> session = find(node);
            if (session.isPresent()) {
                ZooKeeperClients.connect(connectString, session.get(), password(session.get()))
                        .close();
            }
            return session.isPresent();
        } catch (KeeperException e) {
            throw new IOException("the session of %s was not found: %s".formatted(node, e.getMessage()), e);
        }
    }

    private Optional<Long> find(String node) throws IOException, InterruptedException, KeeperException {
        ZooKeeper client = ZooKeeperClients.connect(connectString);
        try {
            for (String claim : client.getChildren(CLAIMS, false)) {
                Stat stat = new Stat();
                String payload = new String(client.getData(CLAIMS + "/" + claim, false, stat), UTF_8);
                if (ZooKeeperClients.names(payload, node)) {
                    return Optional.of(stat.getEphemeralOwner());
                }
            }
            return Optional.empty();
        } finally {
            client.close();
        }
    }

    private static byte[] password(long session) {
        byte[] password = new byte[PASSWORD_BYTES];
        new Random(session ^ SECRET).nextBytes(password);
        return password;
    }
}
