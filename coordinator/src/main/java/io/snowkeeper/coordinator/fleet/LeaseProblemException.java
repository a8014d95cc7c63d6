package io.snowkeeper.coordinator.fleet;

import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.core.UnavailableReason;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A problem that keeps this node from claiming or renewing for now; the next round tries again. */
public final class LeaseProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The kind of a problem, so that the same one with new figures is not logged again. */
    public enum Kind {
        ZOOKEEPER_AWAY,
        /** It is known why. */
        ZOOKEEPER_AWAY_DIAGNOSED,
        DENIED,
        CLAIM_GONE,
        UNREADABLE_FLEET,
        CLOCK_SKEW,
        CLOCK_ROLLBACK,
        NO_FREE_WORKER_ID,
        /** Nothing is wrong: another node has the one worker id of the fleet. */
        STANDBY,
        /** The one worker id of the fleet is free, and reserved for longer than our clock says. */
        CLOCK_BEHIND,
        FLOOR_AHEAD,
        FLEET_NOT_BEGUN,
        STATE_NOT_WRITTEN,
        UNEXPECTED
    }

    private final Kind kind;
    private final @Nullable Duration again;

    public LeaseProblemException(Kind kind, String message) {
        super(message);
        this.kind = kind;
        this.again = null;
    }

    /** @param again when it is over, or nearer to that, if that is before the next round at the steady pace */
    public LeaseProblemException(Kind kind, String message, Duration again) {
        super(message);
        this.kind = kind;
        this.again = again;
    }

    public LeaseProblemException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.again = null;
    }

    public Kind kind() {
        return kind;
    }

    /** Returns when another try is worth it, empty for the steady pace. */
    public Optional<Duration> again() {
        return Optional.ofNullable(again);
    }

    public MembershipProblem problem() {
        return new MembershipProblem(reason(), String.valueOf(getMessage()));
    }

    private UnavailableReason reason() {
        return switch (kind) {
            case CLOCK_SKEW -> UnavailableReason.CLOCK_SKEW;
            case CLOCK_ROLLBACK -> UnavailableReason.CLOCK_MOVED_BACKWARDS;
            case ZOOKEEPER_AWAY, ZOOKEEPER_AWAY_DIAGNOSED -> UnavailableReason.ZOOKEEPER_AWAY;
            case DENIED -> UnavailableReason.ZOOKEEPER_DENIES;
            case STANDBY, CLOCK_BEHIND -> UnavailableReason.STANDBY;
            default -> UnavailableReason.NO_WORKER_ID;
        };
    }
}
