package io.snowkeeper.node.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.Layout;
import java.time.Duration;
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
        assertThat(ofNode("n5").next()).isEqualTo(Layout.DEFAULT.compose(7, 5, 0));
    }

    private static FixedWorkerIds ofNode(String nodeId) {
        return FixedWorkerIds.ofNode(nodeId, Layout.DEFAULT, () -> Layout.DEFAULT.epochMillis() + 7, Duration.ZERO);
    }
}
