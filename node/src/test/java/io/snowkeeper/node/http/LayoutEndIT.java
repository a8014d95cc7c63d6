package io.snowkeeper.node.http;

import static io.snowkeeper.node.http.HttpNode.check;
import static io.snowkeeper.node.http.HttpNode.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.core.Layout;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A node's report on itself when its layout has no more times. */
class LayoutEndIT {

    private static final Duration TO_THE_END = Duration.ofHours(1);

    @Test
    void aNodeWhoseLayoutHasEndedIsNotReady() throws Exception {
        SettableClock clock = new SettableClock();
        try (HttpNode node = HttpNode.in(SharedZooKeeper.newConnectString(), "n1")
                .with(endingSoon())
                .with(clock)
                .start()
                .awaitReady()) {
            clock.setAhead(TO_THE_END);

            await("ended")
                    .until(() -> check(json(node.get("/readyz?verbose")), "ids")
                            .path("reason")
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
