package pairs;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.test.node.LocalNode;

/** Says whether ids of a node in the process of a test increase. */
class LocalNodeIds {

    public static void main(String[] arguments) throws Exception {
        try (LocalNode node = LocalNode.start();
                SnowkeeperClient client = node.newClient()) {
            long first = client.next();
            System.out.println(client.next() > first);
        }
    }
}
