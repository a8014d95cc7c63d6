package io.snowkeeper.coordinator.fleet;

import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.core.UnavailableReason;

/** A problem that keeps this node from claiming or renewing for now; the next round tries again. */
public final class LeaseProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The kind of a problem, so that the same one with new figures is not logged again. */
    public enum Kind {
        ZOOKEEPER_AWAY,
        TLS_FAILED,
        DENIED,
        CLAIM_GONE,
        UNREADABLE_FLEET,
        CLOCK_SKEW,
        CLOCK_ROLLBACK,
        NO_FREE_WORKER_ID,
        FLOOR_AHEAD,
        STATE_NOT_WRITTEN,
        UNEXPECTED
    }

    private final Kind kind;

    public LeaseProblemException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public LeaseProblemException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    public MembershipProblem problem() {
        return new MembershipProblem(reason(), String.valueOf(getMessage()));
    }

    private UnavailableReason reason() {
        return switch (kind) {
            case CLOCK_ROLLBACK -> UnavailableReason.CLOCK_MOVED_BACKWARDS;
            case ZOOKEEPER_AWAY, TLS_FAILED -> UnavailableReason.ZOOKEEPER_AWAY;
            case DENIED -> UnavailableReason.ZOOKEEPER_DENIES;
            default -> UnavailableReason.NO_WORKER_ID;
        };
    }
}
