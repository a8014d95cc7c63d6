package io.snowkeeper.loadtest.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.testkit.process.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A simulation that has run in a process of its own, as Gatling's plugin for Maven does it.
 *
 * @param status 0 if all assertions hold
 * @param output what Gatling printed
 */
record GatlingRun(int status, String output) {

    /** Runs a simulation with settings; their names are without {@code load.}. */
    static GatlingRun of(Class<? extends FleetSimulation> simulation, Map<String, String> settings)
            throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(
                List.of("--add-opens=java.base/java.lang=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-Xmx512m"));
        settings.forEach((name, value) -> options.add("-Dload." + name + "=" + value));
        List<String> command = JavaProcess.command(
                options,
                JavaProcess.mainClass(JavaProcess.ownClassPath(), "io.gatling.app.Gatling"),
                List.of(
                        "--simulation",
                        simulation.getName(),
                        "--results-folder",
                        Path.of("target/gatling").toAbsolutePath().toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new GatlingRun(process.waitFor(), output);
    }
}
