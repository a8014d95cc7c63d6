package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.sequences.SequenceUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A node that stops while ZooKeeper is away leaves no caller waiting. */
class SequenceEndTest {

    @Test
    void callsThatWaitForZooKeeperFailWhenTheNodeStops() {
        try (ManualFleet fleet = new ManualFleet()) {
            fleet.stores.get(0).cut();
            List<CompletableFuture<?>> waiting = new ArrayList<>();
            EveryCall.CALLS
                    .keySet()
                    .forEach(call -> waiting.add(call.apply(fleet.node).toCompletableFuture()));
            fleet.loop.runReady();
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
            fleet.node.close();
            assertThat(waiting)
                    .allMatch(CompletableFuture::isDone)
                    .allSatisfy(call -> assertThatThrownBy(() -> ServingNode.await(call))
                            .isInstanceOf(SequenceUnavailableException.class)
                            .hasMessageMatching("sequences? .*are no longer served, the node has stopped"
                                    + "|sequence . is no longer served, the node (has stopped|stops)"));
        }
    }
}
