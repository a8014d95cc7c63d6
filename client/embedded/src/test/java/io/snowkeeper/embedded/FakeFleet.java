package io.snowkeeper.embedded;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.Coordinator;
import io.snowkeeper.coordinator.FleetMembership;
import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.LeaseCounts;
import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.coordinator.WriteObserver;
import io.snowkeeper.coordinator.progress.SeenSequence;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.Reservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A fleet whose leases a test grants and ends. */
final class FakeFleet implements Coordinator {

    /** The leases granted as soon as a membership is started; none if it is empty. */
    private final List<WorkerLease> atOnce = new ArrayList<>();

    final List<Member> members = new CopyOnWriteArrayList<>();

    /** The observer of writes. */
    volatile WriteObserver observer = WriteObserver.NONE;

    /** Returns a fleet that grants these at once, one to each membership. */
    static FakeFleet granting(Reservation reservation, long... workerIds) {
        FakeFleet fleet = new FakeFleet();
        for (long workerId : workerIds) {
            fleet.atOnce.add(new WorkerLease(workerId, 0, reservation));
        }
        return fleet;
    }

    @Override
    public FleetMembership membership(
            MemberSettings settings, MillisClock clock, LeaseListener listener, Optional<LongSupplier> issued) {
        Member member = new Member(settings, listener);
        members.add(member);
        return member;
    }

    @Override
    public Coordinator observedBy(WriteObserver told) {
        observer = told;
        return this;
    }

    @Override
    public CoordinationStore store(
            String connectString, Duration sessionTimeout, StoreSecurity security, int maxAnswerBytes) {
        throw new UnsupportedOperationException();
    }

    /** A membership. */
    final class Member implements FleetMembership {

        final MemberSettings settings;
        private final LeaseListener listener;
        volatile @Nullable WorkerLease lease;
        volatile @Nullable MembershipProblem problem;
        volatile Phase phase = Phase.LATENT;
        volatile OptionalLong left = OptionalLong.empty();

        private Member(MemberSettings settings, LeaseListener listener) {
            this.settings = settings;
            this.listener = listener;
        }

        @Override
        public void start() {
            phase = Phase.CLAIMING;
            if (!atOnce.isEmpty()) {
                grant(atOnce.remove(0));
            }
        }

        void grant(WorkerLease granted) {
            lease = granted;
            phase = Phase.HOLDING;
            listener.granted(granted);
            listener.held(granted);
        }

        void tryToRenew(long nanos, boolean renewed) {
            listener.renewalTried(requireNonNull(lease), nanos, renewed);
        }

        void lose(String reason) {
            WorkerLease lost = lease;
            lease = null;
            phase = Phase.CLAIMING;
            if (lost != null) {
                lost.reservation().revoke();
                listener.lost(lost, reason);
            }
        }

        @Override
        public MembershipStatus status() {
            Optional<WorkerLease> held = Optional.ofNullable(lease);
            OptionalLong limit = held.map(it -> OptionalLong.of(it.reservation().limitMillis()))
                    .orElse(OptionalLong.empty());
            return new MembershipStatus(
                    phase,
                    Optional.empty(),
                    held.map(it -> OptionalLong.of(it.workerId())).orElse(OptionalLong.empty()),
                    limit,
                    limit,
                    true,
                    OptionalLong.empty(),
                    Optional.ofNullable(problem));
        }

        @Override
        public CompletableFuture<String> fleet() {
            return new CompletableFuture<>();
        }

        @Override
        public CompletableFuture<String> restored() {
            return new CompletableFuture<>();
        }

        @Override
        public void report(String evidence) {}

        @Override
        public void note(Supplier<List<SeenSequence>> sequences) {}

        @Override
        public LeaseCounts counts() {
            return new LeaseCounts(3, 2, 1, 0);
        }

        @Override
        public CompletionStage<FleetView> view() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void leave(long lastIssuedMillis) {
            left = OptionalLong.of(lastIssuedMillis);
            phase = Phase.CLOSED;
        }

        @Override
        public void close() {
            phase = Phase.CLOSED;
        }
    }
}
