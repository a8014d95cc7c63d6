package io.snowkeeper.node.service;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.SnowflakeGenerator;
import java.math.BigInteger;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ids under a worker id that is fixed from outside, without a fleet. Whoever starts the process sees to it that no other
 * one has the same worker id, and that after a restart the clock reads more than before it.
 */
public final class FixedWorkerIds implements IdSource {

    private static final Pattern NUMBER_AT_END = Pattern.compile("[0-9]+$");

    private final SnowflakeGenerator generator;

    /** @param generator what issues the ids; nobody else should close it */
    public FixedWorkerIds(SnowflakeGenerator generator) {
        this.generator = requireNonNull(generator);
    }

    /**
     * Returns the ids of a node whose name ends in its worker id: {@code n3} is worker 3.
     *
     * @param maxRollbackWait how far the clock may be behind the last id for a caller to wait; 0 to 1 min
     * @throws RequestRefusedException with {@link ErrorCode#MALFORMED_REQUEST} if the name does not end in a number, or
     *     in one that does not fit into the layout
     */
    public static FixedWorkerIds ofNode(String nodeId, Layout layout, MillisClock clock, Duration maxRollbackWait) {
        return new FixedWorkerIds(SnowflakeGenerator.builder(layout, workerIdIn(nodeId, layout))
                .clock(clock)
                .maxRollbackWait(maxRollbackWait)
                .build());
    }

    private static long workerIdIn(String nodeId, Layout layout) {
        Matcher matcher = NUMBER_AT_END.matcher(nodeId);
        if (matcher.find()) {
            // A name may end in any number of digits: too many of them are a wrong worker id, nothing else.
            BigInteger number = new BigInteger(matcher.group());
            if (number.compareTo(BigInteger.valueOf(layout.maxWorkerId())) <= 0) {
                return number.longValueExact();
            }
        }
        throw new RequestRefusedException(
                ErrorCode.MALFORMED_REQUEST,
                "node_id must end in the worker id, a number from 0 to %d, such as n1: node_id=%s"
                        .formatted(layout.maxWorkerId(), nodeId));
    }

    @Override
    public long next() {
        return generator.next();
    }

    @Override
    public void next(long[] ids) {
        generator.next(ids, 0, ids.length);
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
    public long highestSequence() {
        return generator.highestSequence();
    }
}
