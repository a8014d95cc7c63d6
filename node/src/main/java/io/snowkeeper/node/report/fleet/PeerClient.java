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
     * @return fails with a {@link PeerFailureException} if there is no answer to be had
     */
    CompletionStage<NodeReport> ask(URI node);
}
