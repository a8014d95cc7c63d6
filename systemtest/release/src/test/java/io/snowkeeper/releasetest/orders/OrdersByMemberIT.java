package io.snowkeeper.releasetest.orders;

import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.util.List;

/** Orders whose ids an instance makes as a member of the fleet. */
@OnlyInFull
class OrdersByMemberIT extends OrderCase {

    @Override
    List<String> settings(ProcessFleet fleet) {
        return List.of("--snowkeeper.zookeeper=" + fleet.connectString(), "--snowkeeper.embedded.window=15s");
    }
}
