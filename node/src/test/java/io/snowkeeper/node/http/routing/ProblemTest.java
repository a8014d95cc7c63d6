package io.snowkeeper.node.http.routing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.service.message.Answer;
import org.junit.jupiter.api.Test;

class ProblemTest {

    private static String body(Answer.Refusal refusal) {
        return Problem.of(refusal).answer().body().toString(UTF_8);
    }

    @Test
    void whatWasRefusedBeforeAnythingWasBegunSaysSo() {
        assertThat(body(Answer.Refusal.notBegun(UnavailableReason.DRAINING, "ask another node")))
                .isEqualTo(
                        "{\"type\":\"urn:snowkeeper:problem:draining\",\"title\":\"Service Unavailable\",\"status\":503,\"code\":\"temporarily-unavailable\",\"detail\":\"ask another node\",\"begun\":false}");
    }

    @Test
    void whatMayHaveBeenBegunSaysNothingOfIt() {
        assertThat(body(Answer.Refusal.forNow(UnavailableReason.ZOOKEEPER_AWAY, "ask again")))
                .isEqualTo(
                        "{\"type\":\"urn:snowkeeper:problem:zookeeper-away\",\"title\":\"Service Unavailable\",\"status\":503,\"code\":\"temporarily-unavailable\",\"detail\":\"ask again\"}");
    }
}
