package io.snowkeeper.node.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.node.line.TestNode;
import io.snowkeeper.node.service.NodeService;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ServiceTurnTest {

    private final List<NodeService> services =
            Stream.generate(() -> TestNode.live("n1")).limit(5).toList();

    /** Returns which services the next connections of a loop get. */
    private List<Integer> turns(int services, int loop, int loops) {
        ServiceTurn turn = new ServiceTurn(this.services.subList(0, services), loop, loops);
        return IntStream.range(0, 6)
                .mapToObj(i -> this.services.indexOf(turn.next()))
                .toList();
    }

    @Test
    void connectionsOfALoopTakeItsServicesInTurn() {
        assertThat(turns(4, 0, 2)).containsExactly(0, 2, 0, 2, 0, 2);
    }

    @Test
    void noTwoLoopsShareAServiceWhereEachHasAsManyAsAnother() {
        assertThat(turns(4, 1, 2)).containsExactly(1, 3, 1, 3, 1, 3);
    }

    @Test
    void elseEachServiceHasAsManyConnectionsAsAnother() {
        assertThat(turns(3, 0, 2)).containsExactly(0, 2, 1, 0, 2, 1);
        assertThat(turns(3, 1, 2)).containsExactly(1, 0, 2, 1, 0, 2);
    }

    @Test
    void loopsShareServicesWhereThereAreFewer() {
        assertThat(turns(2, 3, 4)).containsOnly(1);
    }
}
