package io.snowkeeper.cli.fleet;

import io.snowkeeper.cli.remote.HttpNodeClient;
import io.snowkeeper.node.NodeFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** The nodes that are queried for the fleet: if one does not answer, the next one is tried. */
final class FleetNodes {

    /** If there is another node to try, the wait for each is shorter. */
    private static final Duration DEADLINE_OF_SEVERAL = Duration.ofSeconds(5);

    private final List<Named> nodes;

    private record Named(String url, HttpNodeClient client) {}

    private FleetNodes(List<Named> nodes) {
        this.nodes = nodes;
    }

    /**
     * @param urls one, or several with commas between them
     * @param tls makes connections to {@code https}; empty for Java's own trust
     * @throws IllegalArgumentException as {@link HttpNodeClient#of} does, of any of them
     */
    static FleetNodes of(String urls, Optional<SSLContext> tls) {
        List<Named> nodes = Stream.of(urls.split(",", -1))
                .map(String::strip)
                .map(url -> new Named(url, HttpNodeClient.of(url, tls)))
                .toList();
        return new FleetNodes(
                nodes.size() == 1
                        ? nodes
                        : nodes.stream()
                                .map(node -> new Named(node.url(), node.client().within(DEADLINE_OF_SEVERAL)))
                                .toList());
    }

    /**
     * Returns the fleet as it is now.
     *
     * @throws NodeFailedException if no node answers
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    Sighting look() throws NodeFailedException, InterruptedException {
        List<String> failures = new ArrayList<>();
        for (Named node : nodes) {
            try {
                return Sighting.of(
                        node.url(),
                        node.client().get("/v1/fleet"),
                        node.client().get("/v1/fleet/nodes"));
            } catch (NodeFailedException e) {
                if (nodes.size() == 1) {
                    throw e;
                }
                failures.add(node.url() + ": " + e.getMessage());
            }
        }
        throw new NodeFailedException(
                "none of %s nodes reports the fleet: %s".formatted(nodes.size(), String.join("; ", failures)));
    }
}
