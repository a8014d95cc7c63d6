package io.snowkeeper.loadtest.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpSimulationIT {

    @Test
    void everyIdOfEveryAnswerIsKeptAndCompared(@TempDir(cleanup = ON_SUCCESS) Path folder) throws Exception {
        GatlingRun run = GatlingRun.of(
                HttpSimulation.class,
                Map.of(
                        "port", Integer.toString(FleetPorts.next()),
                        "directory", folder.toString(),
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
