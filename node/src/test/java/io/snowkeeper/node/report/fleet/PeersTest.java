package io.snowkeeper.node.report.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.node.report.NodeReport;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Peers that are asked by a client which never gives up. */
class PeersTest {

    /** One more than are asked at a time. */
    private static final List<Peers.Address> ALL = IntStream.rangeClosed(0, Peers.LANES)
            .mapToObj(i -> new Peers.Address("n" + i, URI.create("http://n" + i + ":7071")))
            .toList();

    private static final Peers.Address LAST = ALL.get(Peers.LANES);

    private long nanos;

    private final Peers peers = new Peers(PeersTest::ask, report -> false, Views.T::toEpochMilli, () -> nanos);

    private static CompletionStage<NodeReport> ask(URI node) {
        return node.equals(LAST.url())
                ? CompletableFuture.completedFuture(Reports.ready(LAST.name(), 7, 300))
                : new CompletableFuture<>();
    }

    @Test
    void oneThatIsNeverGivenUpHoldsUpItsLaneForAWhileAlone() {
        Map<Peers.Address, Peer> asked =
                peers.ask(ALL, "fleet").toCompletableFuture().join();
        assertThat(asked.get(LAST).report()).isEmpty();
        for (int i = 0; i < 10 && asked.get(LAST).report().isEmpty(); i++) {
            peers.ask(ALL, "fleet").toCompletableFuture().join();
        }

        assertThat(asked.get(LAST).report()).isPresent();
        assertThat(asked.get(ALL.get(0)).problem().orElseThrow()).endsWith("no answer within 2000 ms");
    }
}
