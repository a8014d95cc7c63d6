package pairs;

import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import java.time.Duration;

/** Says whether a ZooKeeper is seen as one server. */
class LookedAtServer {

    public static void main(String[] arguments) throws Exception {
        System.out.println(new ZooKeeperCoordinator()
                        .lookAtServers(arguments[0], StoreSecurity.NONE, Duration.ofSeconds(30))
                        .size()
                == 1);
    }
}
