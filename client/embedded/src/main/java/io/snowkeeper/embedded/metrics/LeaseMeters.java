package io.snowkeeper.embedded.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.snowkeeper.coordinator.LeaseCounts;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.embedded.member.MemberReport;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The meters of a process' worker ids and of their leases. A meter without a value is NaN.
 *
 * @param member the source of the values; the registry does not keep it
 * @param tags the tags of every meter. Those of one worker id have {@code member} besides, which counts from 1
 */
public record LeaseMeters(MemberReport member, Tags tags) {

    private static final String SECONDS = "seconds";
    private static final double MILLIS_PER_SECOND = 1e3;

    /** Adds them to a registry. */
    public void bindTo(MeterRegistry registry) {
        for (int i = 0; i < member.memberships().size(); i++) {
            bindWorkerId(registry, i);
        }
        Gauge.builder(
                        "snowkeeper.tick.highest.sequence",
                        member,
                        from -> from.highestSequences().sinceStart())
                .description(
                        "Highest sequence used in a tick since the start: 4095 means full ticks in the default layout")
                .tags(tags)
                .register(registry);
        counter(
                registry,
                "snowkeeper.lease.renewals",
                "Times reservations were extended in ZooKeeper",
                LeaseCounts::renewals);
        counter(registry, "snowkeeper.lease.losses", "Times worker ids were lost", LeaseCounts::losses);
        counter(
                registry,
                "snowkeeper.zookeeper.session.losses",
                "Times sessions with ZooKeeper were lost",
                LeaseCounts::sessionLosses);
    }

    private void bindWorkerId(MeterRegistry registry, int index) {
        gauge(index, "snowkeeper.worker.id", "The worker id held", status -> valueOf(status.workerId()))
                .register(registry);
        gauge(
                        index,
                        "snowkeeper.worker.held",
                        "1 if a worker id is held",
                        status -> status.workerId().isPresent() ? 1 : 0)
                .register(registry);
        gauge(
                        index,
                        "snowkeeper.standby",
                        "1 if this member stands by while another has the fleet's one worker id",
                        status -> status.standsBy() ? 1 : 0)
                .register(registry);
        gauge(
                        index,
                        "snowkeeper.reserved.until",
                        "Unix time up to which ids go on without a renewal: as in ZooKeeper, or in the state directory while its disk refuses writes",
                        status -> secondsOf(status.goesOnUntilMillis()))
                .baseUnit(SECONDS)
                .register(registry);
        gauge(
                        index,
                        "snowkeeper.clock.skew",
                        "The node's clock less ZooKeeper's, as last measured",
                        status -> secondsOf(status.skewMillis()))
                .baseUnit(SECONDS)
                .register(registry);
        gauge(
                        index,
                        "snowkeeper.zookeeper.connected",
                        "1 if ZooKeeper can be reached",
                        status -> status.connected() ? 1 : 0)
                .register(registry);
    }

    private Gauge.Builder<MemberReport> gauge(
            int index, String name, String description, ToDoubleFunction<MembershipStatus> value) {
        return Gauge.builder(
                        name,
                        member,
                        from -> value.applyAsDouble(from.memberships().get(index)))
                .description(description)
                .tags(tags.and("member", Integer.toString(index + 1)));
    }

    private void counter(MeterRegistry registry, String name, String description, ToLongFunction<LeaseCounts> count) {
        FunctionCounter.builder(
                        name,
                        member,
                        from -> from.leaseCounts().stream().mapToLong(count).sum())
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private static double valueOf(OptionalLong value) {
        return value.isPresent() ? value.getAsLong() : Double.NaN;
    }

    private static double secondsOf(OptionalLong millis) {
        return millis.isPresent() ? millis.getAsLong() / MILLIS_PER_SECOND : Double.NaN;
    }
}
