package io.snowkeeper.loadtest.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HttpSimulationIT {

    @Test
    void everyIdOfEveryAnswerIsKeptAndCompared() throws Exception {
        GatlingRun run = GatlingRun.of(
                HttpSimulation.class,
                Map.of(
                        "port", Integer.toString(FleetPorts.next()),
                        "directory", Path.of("target/http-it").toAbsolutePath().toString(),
                        "java-options", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx128m",
                        "nodes", "1",
                        "duration", "5s",
                        "rate", "40",
                        "batch", "100",
                        // How fast it is depends on the machine, and is not what is tested.
                        "p99", "60s"));

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output())
                .contains(
                        "ids: count of failed events is 0.0 : true (actual : 0.0)", "\n20,000 ids, none of them twice");
    }
}
