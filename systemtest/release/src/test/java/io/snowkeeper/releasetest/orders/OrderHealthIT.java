package io.snowkeeper.releasetest.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.postgresql.PostgreSqlServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The health of an instance of the example as its source of ids goes and comes. */
class OrderHealthIT {

    @TempDir
    Path folder;

    @Test
    void itGoesDownWithTheLastNodeAndUpWithTheNext() throws Exception {
        try (PostgreSqlServer postgreSql = PostgreSqlServer.start();
                ProcessFleet fleet = new ProcessFleet(folder)) {
            NodeProcess first = fleet.serve("n1");
            int port = Ports.next();
            NodeProcess second = fleet.serveAt(port, "n2");
            try (OrderService orders = OrderService.start(
                    folder.resolve("orders.log"),
                    postgreSql.url(),
                    List.of("--snowkeeper.servers=" + fleet.addresses()))) {
                first.kill();
                awaitTaken(orders);
                await("one node is enough").until(orders::isInRotation);

                second.kill();
                orders.awaitHealth("DOWN");
                assertThat(orders.isInRotation()).isFalse();
                assertThat(orders.health().at("/components/snowkeeper/status").asText())
                        .isEqualTo("DOWN");

                fleet.serveAt(port, "n2").awaitWorkerId();
                orders.awaitHealth("UP");
                awaitTaken(orders);
            }
        }
    }

    /** A node of a busy machine may be away for longer than the half second that a call waits for one. */
    private static void awaitTaken(OrderService orders) {
        await().ignoreException(IllegalStateException.class)
                .untilAsserted(() -> assertThat(orders.take(1)).hasSize(1));
    }

    @Test
    @OnlyInFull
    void aMemberGoesDownWhenItsReservationHasEndedWithoutZooKeeper() throws Exception {
        try (PostgreSqlServer postgreSql = PostgreSqlServer.start();
                ProcessFleet fleet = new ProcessFleet(folder)) {
            List<String> settings =
                    List.of("--snowkeeper.zookeeper=" + fleet.connectString(), "--snowkeeper.embedded.window=40s");
            try (OrderService orders = OrderService.start(folder.resolve("orders.log"), postgreSql.url(), settings)) {
                assertThat(orders.take(1)).hasSize(1);
                fleet.stopZooKeeper();
                assertThat(orders.take(1)).as("the reservation lasts").hasSize(1);
                assertThat(orders.isInRotation()).isTrue();
                orders.awaitHealth("DOWN");

                fleet.restartZooKeeper();
                orders.awaitHealth("UP");
                assertThat(orders.take(1)).hasSize(1);
            }
        }
    }
}
