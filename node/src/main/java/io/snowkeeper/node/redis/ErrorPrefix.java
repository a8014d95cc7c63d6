package io.snowkeeper.node.redis;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.service.message.Answer;

/** The first word of an error, by which clients decide what to do. */
final class ErrorPrefix {

    private static final String ERR = "ERR";
    private static final String LOADING = "LOADING";
    private static final String TRYAGAIN = "TRYAGAIN";

    private ErrorPrefix() {}

    /** Returns that of a refusal. */
    static String of(Answer.Refusal refusal) {
        return refusal.reason().map(ErrorPrefix::of).orElse(ERR);
    }

    /** Returns {@code LOADING} where another node can do it, {@code TRYAGAIN} where this one can, a moment later. */
    private static String of(UnavailableReason reason) {
        return switch (reason) {
            case CLOCK_MOVED_BACKWARDS,
                    CLOCK_BEFORE_EPOCH,
                    CLOCK_SKEW,
                    ID_AHEAD,
                    CLOCK_STALLED,
                    RESERVATION_USED_UP,
                    NO_WORKER_ID,
                    STANDBY,
                    NOT_STARTED,
                    DRAINING,
                    OTHER_FLEET,
                    OVERLOADED -> LOADING;
            case TOO_MANY_REQUESTS,
                    TOO_MANY_CONNECTIONS,
                    ZOOKEEPER_AWAY,
                    ZOOKEEPER_DENIES,
                    ENSEMBLE_RESTORED,
                    SEQUENCE_BUSY,
                    SEQUENCE_FULL,
                    SEQUENCE_UNAVAILABLE -> TRYAGAIN;
            // Every node of the fleet refuses, and will.
            case LAYOUT_ENDED -> ERR;
        };
    }
}
