package io.snowkeeper.node.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InitGateTest {

    private static final Answer.Generated ANSWER = new Answer.Generated(1, IdFormat.NUMBER);

    private final List<String> made = new ArrayList<>();
    private final InitGate node = new InitGate(init -> {
        made.add(init.nodeId());
        return request -> ANSWER;
    });

    @Test
    void beforeInitRequestsAreRefusedForNow() {
        assertThatThrownBy(() -> node.begin(new Request.TimeInfo()))
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        e -> assertThat(e.answer())
                                .isEqualTo(Answer.Refusal.notBegun(
                                        UnavailableReason.NOT_STARTED, "the node has no name yet: send init first")));
    }

    @Test
    void initMakesTheNode() {
        node.begin(new Request.Init("n1", List.of()));

        assertThat(node.begin(new Request.Generate(IdFormat.NUMBER))).isEqualTo(ANSWER);
        assertThat(made).containsExactly("n1");
    }

    @Test
    void aRepeatedInitDoesNotMakeAnotherNode() {
        node.begin(new Request.Init("n1", List.of()));
        node.begin(new Request.Init("n1", List.of()));

        assertThat(made).containsExactly("n1");
    }

    @Test
    void anInitWithAnotherNameIsRefused() {
        node.begin(new Request.Init("n1", List.of()));

        assertThatThrownBy(() -> node.begin(new Request.Init("n2", List.of())))
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        e -> assertThat(e.answer())
                                .isEqualTo(new Answer.Refusal(
                                        ErrorCode.PRECONDITION_FAILED,
                                        "the node was named by an init before: its name is n1, node_id=n2")));
    }

    @Test
    void aNameThatIsRefusedLeavesTheNodeWithoutAName() {
        InitGate picky = new InitGate(init -> {
            if (init.nodeId().equals("bad")) {
                throw new RequestRefusedException(ErrorCode.MALFORMED_REQUEST, "bad");
            }
            return request -> ANSWER;
        });
        assertThatThrownBy(() -> picky.begin(new Request.Init("bad", List.of())))
                .hasMessage("bad");

        assertThat(picky.begin(new Request.Init("good", List.of()))).isEqualTo(ANSWER);
    }
}
