package io.snowkeeper.node.report;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The figures of a node, as it reports them.
 *
 * @param idsIssued how many snowflake ids it has given out since its start
 * @param idsPerSecond the mean of the last ten seconds, empty before the first one is over
 * @param p50Millis in how many milliseconds half of the last minute's requests were answered, on all ports; empty if
 *     there were none
 * @param p99Millis likewise, 99 % of them
 * @param errorsPerSecond how many requests were answered with an error, a mean of the last minute
 * @param connections how many clients are connected, on all ports
 * @param reservedUntil up to when it goes on if nothing is renewed, in ZooKeeper and on its disk, under that of its
 *     worker ids that ends first; empty without one
 * @param skewMillis its clock less ZooKeeper's, as measured last; the largest of its worker ids'; empty if it was not
 */
public record NodeFigures(
        long idsIssued,
        OptionalDouble idsPerSecond,
        OptionalDouble p50Millis,
        OptionalDouble p99Millis,
        double errorsPerSecond,
        int connections,
        Optional<Instant> reservedUntil,
        OptionalLong skewMillis) {

    public NodeFigures {
        requireNonNull(idsPerSecond);
        requireNonNull(p50Millis);
        requireNonNull(p99Millis);
        requireNonNull(reservedUntil);
        requireNonNull(skewMillis);
    }
}
