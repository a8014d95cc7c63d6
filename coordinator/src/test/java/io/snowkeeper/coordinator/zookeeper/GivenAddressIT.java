package io.snowkeeper.coordinator.zookeeper;

import static io.snowkeeper.coordinator.store.Answers.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.testkit.time.Patience;
import io.snowkeeper.testkit.wire.Wire;
import io.snowkeeper.testkit.zookeeper.ZooKeeperServer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The ensemble's own configuration names hosts that its network alone knows, as that of containers with published ports
 * does. A client goes on to try the address that it was given.
 */
class GivenAddressIT {

    private static final Duration SESSION = Duration.ofSeconds(1);

    @TempDir
    private Path folder;

    @Test
    void aClientComesBackByItsAddressAfterItsSession() throws Exception {
        try (ZooKeeperServer server = ZooKeeperServer.named("zoo1.invalid", folder);
                Wire wire = Wire.to(server.address().getPort());
                ZooKeeperStore client = connect(wire.connectString(), SESSION);
                ZooKeeperStore witness = connect(server.connectString(), Patience.LIMIT)) {
            get(witness.session().ensure("/claims"));
            await("a claim").ignoreExceptions().until(() -> {
                get(client.createEphemeral("/claims/claim-", new byte[0]));
                return true;
            });

            wire.cut();
            await("end of the session").until(() -> children(witness.session()) == 0);
            wire.heal();

            await("a session by the same address").ignoreExceptions().until(() -> children(client.session()) == 0);
        }
    }

    private static ZooKeeperStore connect(String servers, Duration session) throws InterruptedException {
        ZooKeeperStore store = ZooKeeperStore.create(servers + "/fleet", session, StoreSecurity.NONE);
        assertThat(store.startWithin(Patience.LIMIT)).isTrue();
        return store;
    }

    private static int children(StoreSession session) throws Exception {
        return get(session.children("/claims")).orElseThrow().names().size();
    }
}
