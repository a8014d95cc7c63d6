package io.snowkeeper.loadtest.chaos.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZKUtil;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/** The worker ids' slots in ZooKeeper, as an operator can change them. */
public final class Slots {

    private static final String SLOTS = "/snowkeeper/workers";
    private static final int ANY_VERSION = -1;

    private final String connectString;

    Slots(String connectString) {
        this.connectString = connectString;
    }

    /**
     * Deletes the slot whose last owner is a node, with all that is below it. The node must be dead, and its slot not be
     * another's meanwhile, in which case nothing is done.
     *
     * @return whether there was one
     * @throws IOException if ZooKeeper cannot be reached, or did not do it
     */
    public boolean delete(String node) throws IOException, InterruptedException {
        ZooKeeper client = ZooKeeperClients.connect(connectString);
        try {
            boolean found = false;
            for (String worker : client.getChildren(SLOTS, false)) {
                found |= delete(client, SLOTS + "/" + worker, node);
            }
            return found;
        } catch (KeeperException e) {
            throw new IOException("the slot of %s was not deleted: %s".formatted(node, e.getMessage()), e);
        } finally {
            client.close();
        }
    }

    private static boolean delete(ZooKeeper client, String slot, String node)
            throws KeeperException, InterruptedException {
        Stat stat = new Stat();
        String payload = new String(client.getData(slot, false, stat), UTF_8);
        if (!ZooKeeperClients.names(payload, node)) {
            return false;
        }
        List<Op> deepestFirst = new ArrayList<>();
        for (String path : ZKUtil.listSubTreeBFS(client, slot)) {
            deepestFirst.add(0, Op.delete(path, path.equals(slot) ? stat.getVersion() : ANY_VERSION));
        }
        client.multi(deepestFirst);
        return true;
    }
}
