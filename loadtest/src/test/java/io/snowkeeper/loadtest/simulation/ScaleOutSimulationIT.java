package io.snowkeeper.loadtest.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.time.Realtime;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@OnlyInFull
@Realtime
class ScaleOutSimulationIT {

    @Test
    void twoNodesComeAndGoUnderLoadWithoutOneFailedRequestOrRepeatedId(@TempDir(cleanup = ON_SUCCESS) Path folder)
            throws Exception {
        GatlingRun run = GatlingRun.of(
                ScaleOutSimulation.class,
                Map.of(
                        "port", Integer.toString(FleetSettings.nextPort()),
                        "directory", folder.toString(),
                        "java-options", FleetSettings.javaOptions(),
                        "nodes", "3",
                        "duration", "15s",
                        "rate", "200",
                        // The speed depends on the machine, and is not tested.
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
