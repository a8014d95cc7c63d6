package io.snowkeeper.node.report;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.LeaseCounts;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.sequence.SequenceUsage;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.service.Readiness;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The sources of what a node reports of itself. None of them takes time.
 *
 * @param name the node's name
 * @param version the program's version
 * @param clock what events are dated by
 * @param nanoTime what rates are measured by
 * @param ports what its ports have answered
 * @param memberships how the node stands, once for each worker id
 * @param leases what has happened to each lease
 * @param readiness whether the node should get work
 * @param draining whether it was told to stop
 * @param clockRollbacks how often the clock was found set back while the node runs
 * @param sequences what is known of the sequences that were served here
 */
public record NodeSources(
        String name,
        String version,
        MillisClock clock,
        LongSupplier nanoTime,
        NodePorts ports,
        Supplier<List<MembershipStatus>> memberships,
        Supplier<List<LeaseCounts>> leases,
        Supplier<Readiness.Report> readiness,
        BooleanSupplier draining,
        LongSupplier clockRollbacks,
        Supplier<List<SequenceUsage>> sequences) {

    public NodeSources {
        requireNonNull(name);
        requireNonNull(version);
        requireNonNull(clock);
        requireNonNull(nanoTime);
        requireNonNull(ports);
        requireNonNull(memberships);
        requireNonNull(leases);
        requireNonNull(readiness);
        requireNonNull(draining);
        requireNonNull(clockRollbacks);
        requireNonNull(sequences);
    }
}
