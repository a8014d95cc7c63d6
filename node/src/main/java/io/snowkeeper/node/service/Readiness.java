package io.snowkeeper.node.service;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.embedded.id.IdSource;
import io.snowkeeper.node.service.message.ReadinessCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The readiness of a node to be given work: an id of every kind that it serves would be given now, enough reserved time
 * is left, and it is not about to stop. The generators are asked, not guessed about. Thread-safe.
 */
public final class Readiness {

    /** The hint for a node that other machines reach, though they do not reach its ZooKeeper. */
    public static final String ONLY_NODE =
            "ZooKeeper runs in the node's own process, where no other machine reaches it: a node there would form another fleet, and give the same ids";

    private final Supplier<List<MembershipStatus>> memberships;
    private final Supplier<Optional<Unavailability>> ids;
    private final Supplier<Optional<Unavailability>> sortableIds;
    private final MillisClock clock;
    private final Duration margin;
    private final BooleanSupplier draining;
    private final Optional<String> remark;

    /**
     * The report on all conditions of readiness.
     *
     * @param remark a hint for the operator of a node that may be ready, empty if there is none
     */
    public record Report(List<ReadinessCheck> checks, Optional<String> remark) {
        public Report {
            checks = List.copyOf(checks);
        }

        /** Returns whether all of it holds. */
        public boolean isReady() {
            return checks.stream().allMatch(ReadinessCheck::passed);
        }

        /** Returns whether nothing is wrong but that another node gives the ids, which this one stands by for. */
        public boolean isStandby() {
            return !isReady()
                    && failed().stream()
                            .allMatch(check -> check.reason().equals(Optional.of(UnavailableReason.STANDBY)));
        }

        /** Returns the failed checks. */
        public List<ReadinessCheck> failed() {
            return checks.stream().filter(check -> !check.passed()).toList();
        }

        /** Returns the first thing that does not hold, empty if all does. */
        public Optional<ReadinessCheck> problem() {
            return failed().stream().findFirst();
        }
    }

    /**
     * @param memberships how the node stands in its fleet, one for each worker id that it serves under; all have to be ready,
     *     since each has clients of its own
     * @param ids how a request for a snowflake id would be refused now, under any of the worker ids
     * @param sortableIds how a request for a sortable id would be refused now, likewise
     * @param clock the time that reservations are held against
     * @param margin how much of the reservation in ZooKeeper has to be left
     * @param draining whether the node is about to stop
     */
    public Readiness(
            Supplier<List<MembershipStatus>> memberships,
            Supplier<Optional<Unavailability>> ids,
            Supplier<Optional<Unavailability>> sortableIds,
            MillisClock clock,
            Duration margin,
            BooleanSupplier draining) {
        this(memberships, ids, sortableIds, clock, margin, draining, Optional.empty());
    }

    private Readiness(
            Supplier<List<MembershipStatus>> memberships,
            Supplier<Optional<Unavailability>> ids,
            Supplier<Optional<Unavailability>> sortableIds,
            MillisClock clock,
            Duration margin,
            BooleanSupplier draining,
            Optional<String> remark) {
        this.remark = remark;
        this.memberships = requireNonNull(memberships);
        this.ids = requireNonNull(ids);
        this.sortableIds = requireNonNull(sortableIds);
        this.clock = requireNonNull(clock);
        this.margin = requireNonNull(margin);
        this.draining = requireNonNull(draining);
    }

    /** Returns the same of a node that is to say that it is the only one of its fleet. */
    public Readiness ofOnlyNode() {
        return new Readiness(memberships, ids, sortableIds, clock, margin, draining, Optional.of(ONLY_NODE));
    }

    /** Returns how a node without a fleet stands, which has nothing but its ids. */
    static Report of(IdSource ids) {
        return new Report(List.of(ids("ids", "snowflake ids", ids.refusal())), Optional.empty());
    }

    /** Looks at everything that has to hold. Never waits. */
    public Report check() {
        long nowMillis = clock.millis();
        List<MembershipStatus> all = memberships.get();
        MembershipStatus worst = all.stream()
                .filter(member -> !reservation(member, nowMillis).passed())
                .findFirst()
                .orElseGet(() -> all.get(0));
        return new Report(
                List.of(
                        service(),
                        workerId(worst),
                        reservation(worst, nowMillis),
                        ids("ids", "snowflake ids", ids.get()),
                        ids("sortable-ids", "sortable ids", sortableIds.get())),
                remark);
    }

    private ReadinessCheck service() {
        return draining.getAsBoolean()
                ? ReadinessCheck.failed(
                        "service", UnavailableReason.DRAINING, "the node is being drained: ask another one")
                : ReadinessCheck.passed(
                        "service",
                        "the node is in service"
                                + remark.map(known -> "; " + known).orElse(""));
    }

    private static ReadinessCheck workerId(MembershipStatus member) {
        OptionalLong workerId = member.workerId();
        return workerId.isPresent()
                ? ReadinessCheck.passed("worker-id", "worker id %s is held".formatted(workerId.getAsLong()))
                : ReadinessCheck.failed(
                        "worker-id", reasonOf(member), "no worker id is held: " + member.describeProblem());
    }

    private ReadinessCheck reservation(MembershipStatus member, long nowMillis) {
        if (member.workerId().isEmpty()) {
            return ReadinessCheck.failed("reservation", reasonOf(member), "nothing is reserved without a worker id");
        }
        OptionalLong end = member.endMillis(nowMillis);
        boolean passed = member.isReserved(nowMillis, margin);
        String detail = end.isEmpty()
                ? "the reservation was revoked"
                : "reserved until %s, which %s; at least %s ms are required"
                        .formatted(
                                Instant.ofEpochMilli(end.getAsLong()),
                                end.getAsLong() < nowMillis
                                        ? "has passed"
                                        : "is %s ms from now".formatted(end.getAsLong() - nowMillis),
                                margin.toMillis());
        return passed
                ? ReadinessCheck.passed("reservation", detail)
                : ReadinessCheck.failed(
                        "reservation", UnavailableReason.RESERVATION_USED_UP, detail + "; " + member.describeProblem());
    }

    private static ReadinessCheck ids(String name, String kind, Optional<Unavailability> refusal) {
        return refusal.map(refused -> ReadinessCheck.failed(
                        name, refused.reason(), "%s are refused: %s".formatted(kind, refused.text())))
                .orElseGet(() -> ReadinessCheck.passed(name, kind + " are given"));
    }

    private static UnavailableReason reasonOf(MembershipStatus member) {
        return member.problem().map(MembershipProblem::reason).orElse(UnavailableReason.NO_WORKER_ID);
    }
}
