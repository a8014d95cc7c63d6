package io.snowkeeper.releasetest.orders;

import io.snowkeeper.testkit.node.ProcessFleet;
import java.util.List;

/** Orders whose ids a client asks of nodes. */
class OrdersByClientIT extends OrderCase {

    @Override
    List<String> settings(ProcessFleet fleet) {
        return List.of(
                "--snowkeeper.servers=" + fleet.addresses(),
                "--snowkeeper.client.deadline=60s",
                "--snowkeeper.client.deadline-while-away=60s");
    }
}
