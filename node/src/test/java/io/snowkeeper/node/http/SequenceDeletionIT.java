package io.snowkeeper.node.http;

import static io.snowkeeper.node.http.HttpNode.problem;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A sequence that is used up has no next number, and is deleted by saying so. */
class SequenceDeletionIT {

    private static final String SEQUENCES = "/v1/sequences";
    private static final String ONE = SEQUENCES + "/one";

    private static HttpNode node;

    @BeforeAll
    static void startNode() throws Exception {
        node = HttpNode.start(SharedZooKeeper.newConnectString(), "n1").awaitReady();
    }

    @AfterAll
    static void stopNode() throws Exception {
        node.close();
    }

    @BeforeEach
    void useUp() {
        node.send(
                "POST",
                SEQUENCES,
                "{\"sequence\":\"one\",\"mode\":\"ordered\",\"ranges\":[{\"from\":1,\"to\":1}]}",
                "content-type",
                "application/json");
        node.post(ONE + "/next");
    }

    @Test
    void bySayingWhatTheErrorSays() {
        assertThat(problem(delete("?next=2"), 409, "precondition-failed"))
                .isEqualTo("sequence one is deleted only by its present next number: next=none, given next=2");

        assertThat(delete("?next=none").statusCode()).isEqualTo(204);
    }

    @Test
    void byLeavingItOut() {
        assertThat(delete("").statusCode()).isEqualTo(204);
    }

    @Test
    void notByAnyOtherWord() {
        assertThat(problem(delete("?next=null"), 400, "malformed-request"))
                .isEqualTo("next must be an integer of 64 bits, as a number or a decimal string: next=null");
    }

    private static HttpResponse<String> delete(String query) {
        return node.send("DELETE", ONE + query, "");
    }
}
