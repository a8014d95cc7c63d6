package io.snowkeeper.node;

import io.snowkeeper.coordinator.FleetSettings;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.service.ErrorCode;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.RequestRefusedException;
import io.snowkeeper.node.service.Responder;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node that takes part in a fleet from the moment when its only client names it.
 *
 * <p>Used once: {@link #join} by one thread; {@link #failure} and {@link #close} by any.
 */
public final class NodeJoiningAtInit implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(NodeJoiningAtInit.class);

    /** So long the client waits for a worker id; then it is told at each request that there is none yet. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Function<String, FleetSettings> fleetOf;
    private final MillisClock clock;
    private final FailureWatch watch = new FailureWatch();
    private volatile @Nullable FleetMember member;

    /**
     * @param fleetOf how the node of a name takes part in its fleet
     * @param clock where the time of the ids is read
     */
    public NodeJoiningAtInit(Function<String, FleetSettings> fleetOf, MillisClock clock) {
        this.fleetOf = fleetOf;
        this.clock = clock;
    }

    /**
     * Joins the fleet, and waits a few seconds for a worker id.
     *
     * @throws RequestRefusedException if the node cannot become part of the fleet; {@link #failure} tells it too
     */
    public Responder join(String name) {
        FleetSettings fleet = fleetOf.apply(name);
        FleetMember joining = new FleetMember(fleet, clock);
        member = joining;
        try {
            joining.join(fleet, Optional.empty());
            watch.start(joining::check);
            CompletableFuture.anyOf(joining.firstLease(), watch.failure())
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (NodeFailedException e) {
            watch.failure().complete(e);
        } catch (IllegalArgumentException e) {
            watch.failure().complete(new NodeFailedException(String.valueOf(e.getMessage()), e));
        } catch (TimeoutException e) {
            log.warn("no worker id after {} s; requests are refused until there is one", PATIENCE.toSeconds());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new AssertionError("neither of them fails", e);
        }
        if (watch.failure().isDone()) {
            throw new RequestRefusedException(
                    ErrorCode.TEMPORARILY_UNAVAILABLE,
                    String.valueOf(watch.failure().join().getMessage()));
        }
        return new NodeService(name, joining.ids(), clock, joining::status).withSequences(joining::sequences);
    }

    /** Returns what completes when the node has failed for good and should be closed. */
    public CompletableFuture<NodeFailedException> failure() {
        return watch.failure();
    }

    /** Hands the worker id back. Idempotent. */
    @Override
    public void close() {
        watch.close();
        FleetMember joined = member;
        if (joined != null) {
            joined.close();
        }
    }
}
