package io.snowkeeper.node.report;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.LeaseCounts;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.embedded.member.MemberReport;
import io.snowkeeper.embedded.member.SequencesReport;
import io.snowkeeper.node.service.Drain;
import io.snowkeeper.node.service.Readiness;
import io.snowkeeper.node.service.message.NodeConfiguration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The sources of a node's figures.
 *
 * @param name the node's name
 * @param configuration its configuration
 * @param fleetName the fleet's name for people; empty if it has none
 * @param zooKeeper the servers of ZooKeeper that it uses
 * @param clock the clock that dates reports
 * @param nanoTime the stopwatch that measures rates
 * @param clockWatch compares the two
 * @param ports the counters of its ports
 * @param members its standing in its fleet
 * @param sequences the sequences that it serves
 * @param readiness whether it should get work
 * @param drain whether it is being drained
 */
public record NodeSources(
        String name,
        NodeConfiguration configuration,
        Optional<String> fleetName,
        Supplier<List<String>> zooKeeper,
        MillisClock clock,
        LongSupplier nanoTime,
        ClockWatch clockWatch,
        NodePorts ports,
        MemberReport members,
        SequencesReport sequences,
        Readiness readiness,
        Drain drain) {

    public NodeSources {
        requireNonNull(name);
        requireNonNull(configuration);
        requireNonNull(fleetName);
        requireNonNull(zooKeeper);
        requireNonNull(clock);
        requireNonNull(nanoTime);
        requireNonNull(clockWatch);
        requireNonNull(ports);
        requireNonNull(members);
        requireNonNull(sequences);
        requireNonNull(readiness);
        requireNonNull(drain);
    }

    /** Returns the program's version. */
    public String version() {
        return configuration.version();
    }

    /** Returns how often the clock was found set back, while the node runs or since it ran before. */
    public long clockRollbacks() {
        return clockWatch.rollbacks()
                + members.leaseCounts().stream()
                        .mapToLong(LeaseCounts::clockRollbacks)
                        .sum();
    }
}
