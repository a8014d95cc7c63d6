package io.snowkeeper.node.report;

import io.snowkeeper.coordinator.LeaseCounts;
import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.embedded.id.HighestSequences;
import io.snowkeeper.embedded.member.CoordinationTimes;
import io.snowkeeper.embedded.member.MemberReport;
import io.snowkeeper.embedded.member.SequencesReport;
import io.snowkeeper.node.service.Drain;
import io.snowkeeper.node.service.Readiness;
import io.snowkeeper.node.service.message.NodeConfiguration;
import io.snowkeeper.sequences.SequenceUsage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * The parts of node n1, which report the values that a test sets: at first that it claims a worker id in vain, and that
 * it had no requests.
 */
public final class FakeParts implements MemberReport, SequencesReport {

    private final NodeSources sources;
    private MembershipStatus membership = new MembershipStatus(
            MembershipStatus.Phase.CLAIMING,
            Optional.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            false,
            OptionalLong.empty(),
            Optional.of(new MembershipProblem(UnavailableReason.NO_WORKER_ID, "no worker id is free")));
    private LeaseCounts leases = new LeaseCounts(0, 0, 0, 0);
    private Optional<Unavailability> sequenceRefusal = Optional.empty();
    private int judged;
    private List<SequenceUsage> usage = List.of();
    private Page<PendingReservation> pending = new Page<>(List.of(), Optional.empty());

    public FakeParts(MillisClock clock, LongSupplier nanoTime) {
        Drain drain = new Drain(Duration.ZERO);
        Readiness readiness = new Readiness(
                this::memberships, Optional::empty, Optional::empty, clock, Duration.ZERO, drain::hasBegun);
        sources = new NodeSources(
                "n1",
                new NodeConfiguration("1.2.3", Layout.DEFAULT, Duration.ofSeconds(60), "zk1:2181", List.of()),
                Optional.empty(),
                List::of,
                clock,
                nanoTime,
                new ClockWatch(clock, nanoTime),
                new NodePorts(),
                this,
                this,
                readiness,
                drain);
    }

    public NodeSources sources() {
        return sources;
    }

    public void setMembership(MembershipStatus now) {
        membership = now;
    }

    public void setLeases(LeaseCounts now) {
        leases = now;
    }

    public void setUsage(SequenceUsage now) {
        usage = List.of(now);
    }

    public void setSequenceRefusal(Unavailability now) {
        sequenceRefusal = Optional.of(now);
    }

    public void setPending(Page<PendingReservation> now) {
        pending = now;
    }

    /** Returns how often the node was judged. */
    public int timesJudged() {
        return judged;
    }

    @Override
    public List<MembershipStatus> memberships() {
        return List.of(membership);
    }

    @Override
    public List<LeaseCounts> leaseCounts() {
        return List.of(leases);
    }

    @Override
    public Set<Long> workerIds() {
        return Set.of();
    }

    @Override
    public HighestSequences highestSequences() {
        return new HighestSequences(0, OptionalLong.empty(), OptionalLong.empty());
    }

    @Override
    public CoordinationTimes times() {
        return new CoordinationTimes();
    }

    @Override
    public List<SequenceUsage> sequenceUsage() {
        return usage;
    }

    @Override
    public CompletionStage<Page<PendingReservation>> firstPending(String sequence) {
        return CompletableFuture.completedFuture(pending);
    }

    @Override
    public Optional<Unavailability> sequenceRefusal() {
        judged++;
        return sequenceRefusal;
    }

    @Override
    public int unreadableSequences() {
        return 0;
    }
}
