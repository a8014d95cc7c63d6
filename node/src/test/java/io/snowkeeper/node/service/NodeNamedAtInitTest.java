package io.snowkeeper.node.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeNamedAtInitTest {

    private static final Answer.Generated ANSWER = new Answer.Generated(1, IdFormat.NUMBER);

    private final List<String> made = new ArrayList<>();
    private final NodeNamedAtInit node = new NodeNamedAtInit(name -> {
        made.add(name);
        return request -> ANSWER;
    });

    @Test
    void beforeInitRequestsAreRefusedForNow() {
        assertThatThrownBy(() -> node.answer(new Request.TimeInfo()))
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        e -> assertThat(e.answer())
                                .isEqualTo(new Answer.Refusal(
                                        ErrorCode.TEMPORARILY_UNAVAILABLE,
                                        "the node has no name yet: send init first")));
    }

    @Test
    void initMakesTheNode() {
        node.answer(new Request.Init("n1"));

        assertThat(node.answer(new Request.Generate(IdFormat.NUMBER))).isEqualTo(ANSWER);
        assertThat(made).containsExactly("n1");
    }

    @Test
    void aRepeatedInitDoesNotMakeAnotherNode() {
        node.answer(new Request.Init("n1"));
        node.answer(new Request.Init("n1"));

        assertThat(made).containsExactly("n1");
    }

    @Test
    void anInitWithAnotherNameIsRefused() {
        node.answer(new Request.Init("n1"));

        assertThatThrownBy(() -> node.answer(new Request.Init("n2")))
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        e -> assertThat(e.answer())
                                .isEqualTo(new Answer.Refusal(
                                        ErrorCode.PRECONDITION_FAILED,
                                        "the node was named by an init before: its name is n1, node_id=n2")));
    }

    @Test
    void aNameThatIsRefusedLeavesTheNodeWithoutAName() {
        NodeNamedAtInit picky = new NodeNamedAtInit(name -> {
            if (name.equals("bad")) {
                throw new RequestRefusedException(ErrorCode.MALFORMED_REQUEST, "bad");
            }
            return request -> ANSWER;
        });
        assertThatThrownBy(() -> picky.answer(new Request.Init("bad"))).hasMessage("bad");

        assertThat(picky.answer(new Request.Init("good"))).isEqualTo(ANSWER);
    }
}
