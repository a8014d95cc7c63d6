package io.snowkeeper.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.extent.OnlyInFull;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The protocol of the leases as a model, which Spin searches through; {@code model/README.md} describes its relation to
 * the code.
 */
@OnlyInFull
@Tag("system")
class LeaseModelIT {

    private static final Path MODEL = Path.of("model");

    @Test
    void neverIssuesATimestampOfAWorkerIdInTwoLifetimesAndNeedsEachRuleForThat() throws Exception {
        Process check = new ProcessBuilder("bash", MODEL.resolve("check").toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(check.waitFor())
                .as(
                        "status of coordinator/model/check, which needs the packages spin, gcc and libc6-dev; it said:%n%s",
                        said)
                .isZero();
        assertThat(said.lines().filter(line -> line.endsWith("holds, all states searched")))
                .hasSize(2);
        assertThat(said.lines().filter(line -> line.endsWith("reached"))).hasSize(10);
        assertThat(said.lines().filter(line -> line.endsWith("refuted"))).hasSize(10);
    }
}
