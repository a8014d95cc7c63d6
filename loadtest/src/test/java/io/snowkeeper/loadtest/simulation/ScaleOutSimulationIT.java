package io.snowkeeper.loadtest.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScaleOutSimulationIT {

    @Test
    void twoNodesComeAndGoUnderLoadWithoutOneFailedRequestOrRepeatedId(@TempDir(cleanup = ON_SUCCESS) Path folder)
            throws Exception {
        GatlingRun run = GatlingRun.of(
                ScaleOutSimulation.class,
                Map.of(
                        "port", Integer.toString(FleetPorts.next()),
                        "directory", folder.toString(),
                        "java-options", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx128m",
                        "duration", "15s",
                        "rate", "200",
                        // How fast it is depends on the machine, and is not what is tested.
                        "timeout", "60s",
                        "p99", "60s"));

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output())
                .contains(
                        "ids: count of failed events is 0.0 : true (actual : 0.0)",
                        "no id twice: count of failed events is 0.0 : true (actual : 0.0)",
                        " ids, none of them twice");
    }
}
