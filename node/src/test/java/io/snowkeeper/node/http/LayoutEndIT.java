package io.snowkeeper.node.http;

import static io.snowkeeper.node.http.HttpNode.check;
import static io.snowkeeper.node.http.HttpNode.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.core.Layout;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import java.time.Duration;
import java.time.Instant;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;

/** What a node says of itself when its layout has no more times. */
class LayoutEndIT {

    /** For the start, also on a busy machine. */
    private static final Duration TO_THE_END = Duration.ofSeconds(60);

    @Test
    void aNodeWhoseLayoutHasEndedIsNotReady() throws Exception {
        try (TestingServer zooKeeper = TemporaryZooKeeper.onAnyPort();
                HttpNode node = HttpNode.start(zooKeeper.getConnectString(), "n1", endingSoon())) {
            await("ready before the end")
                    .atMost(TO_THE_END)
                    .until(() -> node.get("/readyz").statusCode() == 200);

            await("ended")
                    .atMost(TO_THE_END.multipliedBy(2))
                    .until(() -> check(json(node.get("/readyz?verbose")), "ids")
                            .get("reason")
                            .asText()
                            .equals("layout-ended"));

            assertThat(node.get("/readyz").statusCode()).isEqualTo(503);
            assertThat(node.ask("generate").get("reason").asText()).isEqualTo("layout-ended");
        }
    }

    private static Layout endingSoon() {
        Instant end = Instant.now().plus(TO_THE_END);
        return Layout.milliseconds(Instant.ofEpochMilli(end.toEpochMilli() - (1L << 35)), 35, 10, 18);
    }
}
