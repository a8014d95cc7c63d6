package io.snowkeeper.node.service.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.Layout;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FixedWorkerIdsTest {

    @ParameterizedTest
    @CsvSource({"n0, 0", "n3, 3", "n1023, 1023", "node-2-17, 17", "007, 7", "n00000000000000000000000000001, 1"})
    void theWorkerIdIsTheNumberAtTheEndOfTheName(String nodeId, long workerId) {
        assertThat(ofNode(nodeId).workerId()).hasValue(workerId);
    }

    @ParameterizedTest
    @ValueSource(strings = {"n", "3n", "n1024", "n99999999999999999999", "n\u0663"})
    void aNameThatEndsInNoWorkerIdIsRefused(String nodeId) {
        assertThatThrownBy(() -> ofNode(nodeId))
                .isInstanceOf(RequestRefusedException.class)
                .hasMessage(
                        "node_id must end in the worker id, a number from 0 to 1023, such as n1: node_id=" + nodeId);
    }

    @Test
    void idsCarryTheWorkerId() {
        assertThat(ofNode("n5").tryNext()).isEqualTo(Layout.DEFAULT.compose(7, 5, 0));
    }

    @ParameterizedTest
    @CsvSource({"a1,b1,1", "n1,n01,1", "a-0,b-0,0", "x7,y0000000000000000000000000000007,7"})
    void aNameWhoseNumberAnotherNodeHasIsRefused(String nodeId, String other, long workerId) {
        assertThatThrownBy(() -> ofNode(nodeId, nodeId, "n99", other))
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        e -> assertThat(e.answer())
                                .isEqualTo(new Answer.Refusal(
                                        ErrorCode.MALFORMED_REQUEST,
                                        "node_ids must end in different numbers, since these are the worker ids: %s and %s both end in %d"
                                                .formatted(nodeId, other, workerId))));
    }

    @Test
    void othersMayHaveOtherNumbersOrNone() {
        assertThat(ofNode("n1", "n1", "n1", "n11", "n21", "n", "", "1n").workerId())
                .hasValue(1);
    }

    private static FixedWorkerIds ofNode(String nodeId, String... nodeIds) {
        return FixedWorkerIds.ofNode(
                new Request.Init(nodeId, List.of(nodeIds)),
                Layout.DEFAULT,
                () -> Layout.DEFAULT.epochMillis() + 7,
                Duration.ZERO);
    }
}
