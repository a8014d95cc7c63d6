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
 * The parts of a node that its figures are from.
 *
 * @param name the node's name
 * @param configuration what it runs with
 * @param fleetName what people call the fleet; empty if they do not
 * @param zooKeeper the servers of ZooKeeper that it is to ask
 * @param clock what reports are dated by
 * @param nanoTime what rates are measured by
 * @param clockWatch holds the one against the other
 * @param ports what its ports have answered
 * @param members how it stands in its fleet
 * @param sequences those that it serves
 * @param readiness whether it should get work
 * @param drain whether it was told to stop
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
