package io.snowkeeper.loadtest.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PacedSimulationIT {

    @Test
    void usersKeepTheirConnectionsAndWhatTheyAskWhileGettingWarmIsCountedApart() throws Exception {
        try (ScriptedServer server = new ScriptedServer(Long::toString)) {
            GatlingRun run = GatlingRun.of(
                    PacedSimulation.class,
                    Map.of(
                            "server", server.address(),
                            "users", "4",
                            "rate", "20",
                            "warmup", "1s",
                            "duration", "1s",
                            "timeout", "60s",
                            "p99", "60s"));

            assertThat(run.status()).as(run.output()).isZero();
            assertThat(run.output())
                    .contains(
                            "warm-up: count of failed events is 0.0 : true (actual : 0.0)",
                            "ids: count of failed events is 0.0 : true (actual : 0.0)",
                            "\n%,d ids, none of them twice".formatted(server.requests()));
            assertThat(server.connections()).isEqualTo(4);
        }
    }
}
