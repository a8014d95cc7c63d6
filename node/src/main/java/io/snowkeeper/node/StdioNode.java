package io.snowkeeper.node;

import io.snowkeeper.coordinator.Coordinator;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.StateDirectoryException;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.embedded.member.LeasedWorker;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.Readiness;
import io.snowkeeper.node.service.Responder;
import io.snowkeeper.node.service.message.NodeStatus;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node that takes part in a fleet from the moment when its only client names it.
 *
 * <p>Used once: {@link #join} by one thread; {@link #failure} and {@link #close} by any.
 */
public final class StdioNode implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(StdioNode.class);

    private final Function<String, MemberSettings> fleetOf;
    private final MillisClock clock;
    private final Coordinator coordinator;
    private final InitWait wait;
    private final FailureWatch watch = new FailureWatch();
    private volatile @Nullable LeasedWorker member;

    /**
     * @param fleetOf how the node of a name takes part in its fleet
     * @param clock where the time of the ids is read
     * @param coordinator how it takes part in its fleet
     * @param wait how long the client waits for a worker id; after that, each request is refused until there is one
     */
    public StdioNode(
            Function<String, MemberSettings> fleetOf, MillisClock clock, Coordinator coordinator, InitWait wait) {
        this.fleetOf = fleetOf;
        this.clock = clock;
        this.coordinator = coordinator;
        this.wait = wait;
    }

    /**
     * Joins the fleet, and waits for a worker id, but not long.
     *
     * @throws RequestRefusedException if the node cannot become part of the fleet; {@link #failure} has the reason, too
     */
    public Responder join(String name) {
        MemberSettings fleet = fleetOf.apply(name);
        LeasedWorker joining = new LeasedWorker(fleet, clock, System::nanoTime, coordinator);
        member = joining;
        try {
            joining.join(fleet, Optional.empty());
            watch.start(() -> joining.check(Duration.ZERO));
            CompletableFuture<Object> end = CompletableFuture.anyOf(joining.firstLease(), watch.failure());
            if (!wait.await(end, () -> joining.membershipStatus().connected())) {
                log.warn(
                        "no worker id yet; requests are refused until there is one: {}",
                        joining.membershipStatus()
                                .problem()
                                .map(MembershipProblem::text)
                                .orElse("it is being claimed"));
            }
        } catch (StateDirectoryException | IllegalArgumentException e) {
            watch.failure().complete(new NodeFailedException(String.valueOf(e.getMessage()), e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (watch.failure().isDone()) {
            throw RequestRefusedException.notBegun(
                    UnavailableReason.NO_WORKER_ID,
                    String.valueOf(watch.failure().join().getMessage()));
        }
        return new NodeService(name, joining.ids(), clock, () -> NodeStatus.inFleet(name, joining.membershipStatus()))
                .withSequences(joining::sequences)
                .withSortableIds(joining.sortableIds())
                .withReadiness(readinessOf(joining));
    }

    /** The end of a reservation need not be announced: there is no other node to turn to. */
    private Readiness readinessOf(LeasedWorker joined) {
        return new Readiness(
                () -> List.of(joined.membershipStatus()),
                () -> joined.ids().refusal(),
                () -> joined.sortableIds().refusal(),
                clock,
                Duration.ZERO,
                () -> false);
    }

    /** Returns a future that completes when the node has failed for good and should be closed. */
    public CompletableFuture<NodeFailedException> failure() {
        return watch.failure();
    }

    /** Hands the worker id back. Idempotent. */
    @Override
    public void close() {
        watch.close();
        LeasedWorker joined = member;
        if (joined != null) {
            joined.close();
        }
    }
}
