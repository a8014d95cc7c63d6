package io.snowkeeper.node.metrics;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.LeaseCounts;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.sequence.PendingPage;
import io.snowkeeper.coordinator.sequence.SequenceUsage;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.embedded.id.HighestSequences;
import io.snowkeeper.embedded.member.CoordinationTimes;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The sources of a node's figures. None of them takes time.
 *
 * @param version the program's version
 * @param layout the layout of its ids
 * @param pendingBytes how many bytes of answers wait for clients that do not take them
 * @param inputPendingBytes how many bytes hold input that cannot be answered yet
 * @param overflows how many requests had to wait for the next tick
 * @param highestSequences the highest sequences that were used within a tick
 * @param rollbacks how often the clock was found set back while the node runs
 * @param memberships how the node stands, once for each worker id
 * @param leases what has happened to each lease
 * @param coordination how long renewals take, and writes to ZooKeeper
 * @param ready whether the node is ready
 * @param sequences what is known of the sequences that were served
 * @param unreadableSequences how many znodes were found where sequences are, and could not be read
 * @param firstPending asks for the first pending reservation of a sequence; never waits
 * @param clock the time that the ages of reservations are told by
 * @param fleet looks at the fleet
 */
public record NodeStats(
        String version,
        Layout layout,
        LongSupplier pendingBytes,
        LongSupplier inputPendingBytes,
        LongSupplier overflows,
        Supplier<HighestSequences> highestSequences,
        LongSupplier rollbacks,
        Supplier<List<MembershipStatus>> memberships,
        Supplier<List<LeaseCounts>> leases,
        CoordinationTimes coordination,
        BooleanSupplier ready,
        Supplier<List<SequenceUsage>> sequences,
        IntSupplier unreadableSequences,
        Function<String, CompletionStage<PendingPage>> firstPending,
        MillisClock clock,
        Supplier<CompletionStage<FleetView>> fleet) {

    public NodeStats {
        requireNonNull(version);
        requireNonNull(layout);
        requireNonNull(coordination);
    }
}
