package io.snowkeeper.node.service.id;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.ClockStalledException;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.SnowflakeGenerator;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.embedded.id.IdRuns;
import io.snowkeeper.embedded.id.IdSource;
import io.snowkeeper.embedded.id.StallWatch;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Ids under a worker id that is fixed from outside, without a fleet. The operator makes sure that no other process has
 * the same worker id, and that the clock is further after a restart than before it.
 */
public final class FixedWorkerIds implements IdSource {

    /** So many digits a long can hold, whichever they are. */
    private static final int MAX_DIGITS = 18;

    private final SnowflakeGenerator generator;
    private final StallWatch stall;

    /**
     * @param generator the source of the ids; closed by this alone
     * @param clock the clock that it follows
     * @param stopwatch as {@link System#nanoTime}
     */
    public FixedWorkerIds(SnowflakeGenerator generator, MillisClock clock, LongSupplier stopwatch) {
        this.generator = requireNonNull(generator);
        this.stall = new StallWatch(clock, stopwatch);
    }

    /**
     * Returns the ids of a node whose name ends in its worker id: {@code n3} is worker 3.
     *
     * @param maxRollbackWait how far the clock may be behind the last id for a caller to wait; 0 to 1 min
     * @param stopwatch as {@link System#nanoTime}
     * @throws RequestRefusedException with {@link ErrorCode#MALFORMED_REQUEST} if the name does not end in a number, or
     *     in one that does not fit into the layout
     */
    public static FixedWorkerIds ofNode(
            String nodeId, Layout layout, MillisClock clock, Duration maxRollbackWait, LongSupplier stopwatch) {
        SnowflakeGenerator generator = SnowflakeGenerator.builder(layout, workerIdIn(nodeId, layout))
                .clock(clock)
                .maxRollbackWait(maxRollbackWait)
                .build();
        return new FixedWorkerIds(generator, clock, stopwatch);
    }

    /**
     * As {@link #ofNode(String, Layout, MillisClock, Duration, LongSupplier)}, for a node that knows the names of the
     * others.
     *
     * @throws RequestRefusedException if the name of another node ends in the same number, too
     */
    public static FixedWorkerIds ofNode(Request.Init init, Layout layout, MillisClock clock, Duration maxRollbackWait) {
        requireNoOther(workerIdIn(init.nodeId(), layout), init);
        return ofNode(init.nodeId(), layout, clock, maxRollbackWait, System::nanoTime);
    }

    private static long workerIdIn(String nodeId, Layout layout) {
        String digits = numberAtEndOf(nodeId);
        // Any number of digits is a number: too many of them are a wrong worker id, nothing else.
        if (!digits.isEmpty() && digits.length() <= MAX_DIGITS && Long.parseLong(digits) <= layout.maxWorkerId()) {
            return Long.parseLong(digits);
        }
        throw new RequestRefusedException(
                ErrorCode.MALFORMED_REQUEST,
                "node_id must end in the worker id, a number from 0 to %s, such as n1: node_id=%s"
                        .formatted(layout.maxWorkerId(), nodeId));
    }

    private static void requireNoOther(long workerId, Request.Init init) {
        String digits = Long.toString(workerId);
        for (String other : init.nodeIds()) {
            if (!other.equals(init.nodeId()) && numberAtEndOf(other).equals(digits)) {
                throw new RequestRefusedException(
                        ErrorCode.MALFORMED_REQUEST,
                        "node_ids must end in different numbers, since these are the worker ids: %s and %s both end in %s"
                                .formatted(init.nodeId(), other, digits));
            }
        }
    }

    /** Returns the digits at the end of a name without leading zeros, an empty text if there are none. */
    private static String numberAtEndOf(String nodeId) {
        int start = nodeId.length();
        while (start > 0 && isDigit(nodeId.charAt(start - 1))) {
            start--;
        }
        while (start < nodeId.length() - 1 && nodeId.charAt(start) == '0') {
            start++;
        }
        return nodeId.substring(start);
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    @Override
    public long tryNext() {
        return generator.tryNext();
    }

    @Override
    public void tryNext(IdRuns ids, int count) {
        ids.addRuns(generator, count);
    }

    @Override
    public Layout layout() {
        return generator.layout();
    }

    @Override
    public OptionalLong workerId() {
        return OptionalLong.of(generator.workerId());
    }

    @Override
    public Optional<Unavailability> refusal() {
        return generator.refusal().or(this::stall).map(Unavailability::of);
    }

    @Override
    public Optional<ClockStalledException> stall() {
        return stall.look();
    }

    @Override
    public long highestSequence() {
        return generator.highestSequence();
    }
}
