package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.testkit.node.NodeProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A fleet that is watched while its node goes away. */
@Timeout(180)
class FleetWatchIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private static List<JsonNode> looks(NodeProcess watch) {
        String out = watch.stdout();
        // The last line may be under way.
        return out.substring(0, out.lastIndexOf('\n') + 1)
                .lines()
                .map(FleetWatchIT::parse)
                .toList();
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new AssertionError(line, e);
        }
    }

    @Test
    void theLastNodeIsToldToBeGoneAndTheWatchEndsWellWhenItIsInterrupted() throws Exception {
        try (NodeProcess node = NodeProcess.serve(
                folder, Map.of(), "--name", "n1", "--embedded-zookeeper-port", "0", "--http-port", "0")) {
            node.awaitWorkerId();
            try (NodeProcess watch = NodeProcess.start(
                    folder,
                    Map.of(),
                    List.of(
                            "fleet",
                            "--watch",
                            "--json",
                            "--interval",
                            "200ms",
                            "--url",
                            "http://127.0.0.1:1," + node.httpUrl()))) {
                await().until(() -> looks(watch).stream()
                        .anyMatch(look -> look.path("stale_since").isNull()
                                && look.at("/fleet/nodes/0/name").asText().equals("n1")));
                node.kill();
                await().until(() -> looks(watch).stream()
                        .anyMatch(look -> look.path("problem").asText().startsWith("none of 2 nodes tells the fleet: ")
                                && look.at("/fleet/nodes/0/name").asText().equals("n1")));

                assertThat(watch.stop()).isZero();
                assertThat(watch.stderr()).isEmpty();
            }
        }
    }
}
