package io.snowkeeper.node.report.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.snowkeeper.node.report.NodeEvent;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class EventMergeTest {

    private final EventMerge merge = new EventMerge();

    private static NodeEvent event(long number, long second, String kind, String node) {
        return new NodeEvent(
                number, Views.T.plusSeconds(second), kind, node, OptionalLong.empty(), Optional.empty(), "so it was");
    }

    @Test
    void theNewestComesFirstWhoeverTellsIt() {
        merge.add("n1", List.of(event(1, 0, "started", "n1"), event(2, 20, "ready", "n1")));
        merge.add("n2", List.of(event(1, 10, "started", "n2")));

        assertThat(merge.newestFirst())
                .extracting(seen -> seen.event().node(), seen -> seen.event().kind())
                .containsExactly(tuple("n1", "ready"), tuple("n2", "started"), tuple("n1", "started"));
    }

    @Test
    void whatSeveralSawIsOneEventAtTheTimeOfTheFirst() {
        merge.add("n1", List.of(event(1, 12, "gone", "n3")));
        merge.add("n2", List.of(event(1, 10, "gone", "n3")));

        SeenEvent only = merge.newestFirst().get(0);
        assertThat(merge.newestFirst()).hasSize(1);
        assertThat(only.event().at()).isEqualTo(Views.T.plusSeconds(10));
        assertThat(only.seenBy()).containsExactly("n1", "n2");
    }

    @Test
    void whatOneSawTwiceHappenedTwice() {
        merge.add("n1", List.of(event(1, 10, "unreachable", "n3"), event(2, 15, "unreachable", "n3")));

        assertThat(merge.newestFirst()).hasSize(2);
    }

    @Test
    void whatIsFarApartHappenedTwice() {
        merge.add("n1", List.of(event(1, 0, "gone", "n3")));
        merge.add("n2", List.of(event(1, 60, "gone", "n3")));

        assertThat(merge.newestFirst()).hasSize(2);
    }
}
