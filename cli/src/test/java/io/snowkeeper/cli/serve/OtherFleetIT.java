package io.snowkeeper.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.cli.LocalNode;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import io.snowkeeper.testkit.net.LineClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose ZooKeeper is another fleet's, when it comes back. */
class OtherFleetIT {

    private static final String NEXT = "{\"type\":\"sequence_next\",\"sequence\":\"A\"}";

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private LocalNode serve(TestingServer zooKeeper, String name) throws Exception {
        LocalNode node = LocalNode.serve(
                "--zookeeper",
                zooKeeper.getConnectString(),
                "--name",
                name,
                "--state-dir",
                folder.resolve(name).toString());
        node.awaitWorkerId();
        return node;
    }

    private static void create(LineClient client) {
        await().until(() -> client.call(
                        "{\"type\":\"sequence_create\",\"sequence\":\"A\",\"mode\":\"ordered\",\"from\":1,\"to\":1000}")
                .path("type")
                .asText()
                .equals("sequence_create_ok"));
    }

    @Test
    void numbersOfTheOtherFleetAreNotHandedOut() throws Exception {
        TestingServer ours = TemporaryZooKeeper.onAnyPort();
        try (LocalNode node = serve(ours, "n1");
                LineClient client = LineClient.connect(node.address())) {
            create(client);
            for (int i = 1; i <= 5; i++) {
                assertThat(client.call(NEXT).path("numbers").path(0).asLong()).isEqualTo(i);
            }
            int port = ours.getPort();
            ours.close();
            try (TestingServer others = TemporaryZooKeeper.onPort(port);
                    LocalNode another = serve(others, "n2");
                    LineClient there = LineClient.connect(another.address())) {
                create(there);
                assertThat(there.call(NEXT).path("numbers").path(0).asLong()).isEqualTo(1);
                List<JsonNode> numbers = new ArrayList<>();
                await().until(() -> {
                    JsonNode answer = client.call(NEXT);
                    if (!answer.path("type").asText().equals("error")) {
                        numbers.add(answer);
                    }
                    return answer.path("text").asText().startsWith("sequences are refused: the fleet in ZooKeeper");
                });
                assertThat(numbers).as("numbers of the other fleet").isEmpty();
                assertThat(client.call(NEXT).path("code").asInt()).isEqualTo(11);
            }
        }
    }
}
