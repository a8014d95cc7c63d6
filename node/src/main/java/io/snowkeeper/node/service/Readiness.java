package io.snowkeeper.node.service;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.core.MillisClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Whether a node should be given work: it holds a worker id with enough reserved time left, and is not about to stop.
 * Thread-safe.
 */
public final class Readiness {

    private final Supplier<List<MembershipStatus>> memberships;
    private final MillisClock clock;
    private final Duration margin;
    private final BooleanSupplier draining;

    /**
     * One thing that has to hold.
     *
     * @param name what it is about, in one word
     * @param passed whether it holds
     * @param detail how it stands, for people
     */
    public record Check(String name, boolean passed, String detail) {
        public Check {
            requireNonNull(name);
            requireNonNull(detail);
        }
    }

    /** How everything stands that has to hold. */
    public record Report(List<Check> checks) {
        public Report {
            checks = List.copyOf(checks);
        }

        /** Returns whether all of it holds. */
        public boolean isReady() {
            return checks.stream().allMatch(Check::passed);
        }

        /** Returns what does not hold. */
        public List<Check> failed() {
            return checks.stream().filter(check -> !check.passed()).toList();
        }
    }

    /**
     * @param memberships how the node stands in its fleet, one for each worker id that it serves under; all have to be ready,
     *     since each has clients of its own
     * @param clock the time that reservations are held against
     * @param margin how much of the reservation in ZooKeeper has to be left
     * @param draining whether the node is about to stop
     */
    public Readiness(
            Supplier<List<MembershipStatus>> memberships,
            MillisClock clock,
            Duration margin,
            BooleanSupplier draining) {
        this.memberships = requireNonNull(memberships);
        this.clock = requireNonNull(clock);
        this.margin = requireNonNull(margin);
        this.draining = requireNonNull(draining);
    }

    /** Looks at everything that has to hold. Never waits. */
    public Report check() {
        long nowMillis = clock.millis();
        List<MembershipStatus> all = memberships.get();
        MembershipStatus worst = all.stream()
                .filter(member -> !reservation(member, nowMillis).passed())
                .findFirst()
                .orElseGet(() -> all.get(0));
        return new Report(List.of(service(), workerId(worst), reservation(worst, nowMillis)));
    }

    private Check service() {
        return draining.getAsBoolean()
                ? new Check("service", false, "the node is being drained: ask another one")
                : new Check("service", true, "the node is in service");
    }

    private static Check workerId(MembershipStatus member) {
        OptionalLong workerId = member.workerId();
        return workerId.isPresent()
                ? new Check("worker-id", true, "worker id %d is held".formatted(workerId.getAsLong()))
                : new Check("worker-id", false, "no worker id is held: " + problemOf(member));
    }

    private Check reservation(MembershipStatus member, long nowMillis) {
        if (member.workerId().isEmpty()) {
            return new Check("reservation", false, "nothing is reserved without a worker id");
        }
        long slotMillis = member.slotReservedUntilMillis().orElse(Long.MIN_VALUE);
        long usableMillis = member.reservedUntilMillis().orElse(Long.MIN_VALUE);
        long reservedMillis = usableMillis < nowMillis ? usableMillis : slotMillis;
        boolean passed = usableMillis >= nowMillis && slotMillis - nowMillis >= margin.toMillis();
        String detail = reservedMillis == Long.MIN_VALUE
                ? "the reservation was revoked"
                : "reserved until %s, which is %d ms from now; at least %d ms are wanted"
                        .formatted(Instant.ofEpochMilli(reservedMillis), reservedMillis - nowMillis, margin.toMillis());
        return new Check("reservation", passed, passed ? detail : detail + "; " + problemOf(member));
    }

    private static String problemOf(MembershipStatus member) {
        return member.problem().orElse("the next round of the lease will tell why");
    }
}
