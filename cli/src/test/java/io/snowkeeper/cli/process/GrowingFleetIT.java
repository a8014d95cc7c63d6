package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.client.NamedClients;
import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.node.net.connection.ConnectionSettings;
import io.snowkeeper.testkit.time.Realtime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fifty connections to one name, and a fleet that grows behind it while ids are taken. */
@Realtime
class GrowingFleetIT {

    private static final Duration AGE = Duration.ofSeconds(1);
    private static final int CLIENTS = 50;

    private final List<SnowkeeperClient> clients = new ArrayList<>();
    private final Takers takers = new Takers();
    private GrowingFleet fleet;

    @BeforeEach
    void start() throws Exception {
        fleet = new GrowingFleet(ConnectionSettings.ofAge(AGE));
        fleet.grow();
        for (int i = 0; i < CLIENTS; i++) {
            SnowkeeperClient client = NamedClients.client(
                    "ids:" + fleet.linePort(), name -> CompletableFuture.completedFuture(fleet.addresses()));
            clients.add(client);
            takers.start(client::next);
        }
    }

    @AfterEach
    void stop() throws Exception {
        takers.close();
        clients.parallelStream().forEach(SnowkeeperClient::close);
        fleet.close();
    }

    @Test
    void withinTwoAgesEachNodeHasItsPartAndNoRequestHasFailed() throws Exception {
        await().until(() -> takers.shares().equals(List.of(100.0)));
        while (fleet.size() < 4) {
            fleet.grow();
        }

        Thread.sleep(AGE.toMillis());
        takers.startToCount();
        Thread.sleep(AGE.toMillis());
        List<Double> shares = takers.shares();

        assertThat(shares).hasSize(4).allSatisfy(share -> assertThat(share).isBetween(15.0, 35.0));
        assertThat(takers.failures()).isEmpty();
    }
}
