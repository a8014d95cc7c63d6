package io.snowkeeper.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The alerts, by Prometheus' own tool. */
@Tag("system")
class PrometheusRulesIT {

    private static final Path FOLDER = Path.of("../deploy/prometheus");

    @Test
    void theRulesAreRules() throws Exception {
        assertThat(promtool("check", "rules", "snowkeeper.rules.yml")).contains("SUCCESS: 28 rules found");
    }

    @Test
    void theConfigurationFindsThem() throws Exception {
        assertThat(promtool("check", "config", "--syntax-only", "prometheus.yml"))
                .contains("SUCCESS: prometheus.yml is valid prometheus config file syntax");
    }

    @Test
    void theRulesAlertWhenTheyShouldAndAreQuietOtherwise() throws Exception {
        assertThat(promtool("test", "rules", "snowkeeper.rules.test.yml", "snowkeeper.days.test.yml"))
                .contains("SUCCESS")
                .doesNotContain("FAILED");
    }

    /** Runs the tool, and requires that it finds nothing wrong. */
    private static String promtool(String... arguments) throws IOException, InterruptedException {
        String[] command = new String[arguments.length + 1];
        command[0] = "promtool";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        Process tool = new ProcessBuilder(command)
                .directory(FOLDER.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tool.waitFor(1, TimeUnit.MINUTES)).as("ended").isTrue();
        assertThat(tool.exitValue()).as(output).isZero();
        return output;
    }
}
