package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.client.FakeServer.Script;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Servers of which one gives ids, and the others stand by. */
class StandbyIT {

    private static final String STANDBY = "standby";

    private final AtomicLong last = new AtomicLong(100);
    private final AtomicInteger refused = new AtomicInteger();
    private final Script active = FakeServer.honest(last);
    private final Script standby = asked -> {
        refused.incrementAndGet();
        asked.unavailable(STANDBY);
    };

    private static SnowkeeperClient client(String servers) {
        return MadeClients.patient(servers);
    }

    @Test
    void aServerThatStandsByIsNotAskedWhileAnotherOneGives() throws InterruptedException {
        try (FakeServer one = FakeServer.start(standby);
                FakeServer two = FakeServer.start(active);
                SnowkeeperClient client = client(one.address() + "," + two.address())) {
            for (int i = 0; i < 100; i++) {
                client.next();
                // Altogether longer than it is left alone.
                Thread.sleep(5);
            }

            assertThat(refused).hasValueLessThanOrEqualTo(1);
        }
    }

    @Test
    void theOneThatHasTakenOverIsFound() {
        AtomicBoolean takenOver = new AtomicBoolean();
        Script first = asked -> (takenOver.get() ? standby : active).run(asked);
        Script second = asked -> (takenOver.get() ? active : standby).run(asked);
        try (FakeServer one = FakeServer.start(first);
                FakeServer two = FakeServer.start(second);
                SnowkeeperClient client = client(one.address() + "," + two.address())) {
            long before = 0;
            for (int i = 0; i < 10; i++) {
                before = client.next();
            }
            takenOver.set(true);

            assertThat(client.next()).isGreaterThan(before);
        }
    }

    @Test
    void aConnectionThatLedToAServerWhichStandsByIsLeftWhereOneNameStandsForAll() {
        AtomicReference<FakeServer> balancer = new AtomicReference<>();
        Script leading = asked -> (balancer.get().acceptedConnections() > 1 ? active : standby).run(asked);
        try (FakeServer server = FakeServer.start(leading);
                SnowkeeperClient client = client(server.address())) {
            balancer.set(server);

            assertThat(client.next()).isPositive();
            assertThat(refused).hasPositiveValue();
        }
    }
}
