package io.snowkeeper.node.report.fleet;

import io.snowkeeper.node.report.NodeReport;
import java.net.URI;
import java.util.concurrent.CompletionStage;

/** A way to ask another node how it stands. Thread-safe. */
@FunctionalInterface
public interface PeerClient {

    /**
     * Asks. Never blocks, and gives up after a second or so.
     *
     * @param node where the node answers HTTP
     * @param historyAfter the Unix second after which its history is wanted
     * @param eventsAfter the number after which its events are wanted
     * @return fails with a {@link PeerFailureException} if there is no answer to be had
     */
    CompletionStage<NodeReport> ask(URI node, long historyAfter, long eventsAfter);
}
