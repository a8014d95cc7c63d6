package io.snowkeeper.coordinator.fleet;

import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.core.UnavailableReason;

/** A failure that ends a node's part in this fleet until an operator acts and the node is started again. */
public final class FleetFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final UnavailableReason reason;

    public FleetFailedException(String message) {
        this(UnavailableReason.NO_WORKER_ID, message);
    }

    public FleetFailedException(UnavailableReason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public MembershipProblem problem() {
        return new MembershipProblem(reason, String.valueOf(getMessage()));
    }
}
