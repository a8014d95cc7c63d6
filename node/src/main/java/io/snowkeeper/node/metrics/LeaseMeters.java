package io.snowkeeper.node.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.snowkeeper.coordinator.MembershipStatus;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The meters of one of the node's worker ids. What there is nothing of is not a number. */
record LeaseMeters(NodeStats figures, int index) {

    private static final String MEMBER = "member";

    void bindTo(MeterRegistry registry) {
        gauge(
                registry,
                "snowkeeper.worker.id",
                "The worker id that is held",
                null,
                status -> valueOf(status.workerId()));
        gauge(
                registry,
                "snowkeeper.worker.held",
                "1 if a worker id is held",
                null,
                status -> status.workerId().isPresent() ? 1 : 0);
        gauge(
                registry,
                "snowkeeper.reserved.until",
                "The Unix time up to which ids can go on without ZooKeeper",
                NodeMetrics.SECONDS,
                status -> secondsOf(status.slotReservedUntilMillis()));
        gauge(
                registry,
                "snowkeeper.clock.skew",
                "The node's clock less ZooKeeper's, as last measured",
                NodeMetrics.SECONDS,
                status -> secondsOf(status.skewMillis()));
        gauge(
                registry,
                "snowkeeper.zookeeper.connected",
                "1 if ZooKeeper can be reached",
                null,
                status -> status.connected() ? 1 : 0);
    }

    private void gauge(
            MeterRegistry registry,
            String name,
            String description,
            @Nullable String unit,
            ToDoubleFunction<MembershipStatus> value) {
        Gauge.builder(
                        name,
                        figures,
                        all -> value.applyAsDouble(all.memberships().get().get(index)))
                .description(description)
                .baseUnit(unit)
                .tags(MEMBER, Integer.toString(index + 1))
                .register(registry);
    }

    private static double valueOf(OptionalLong value) {
        return value.isPresent() ? value.getAsLong() : Double.NaN;
    }

    private static double secondsOf(OptionalLong millis) {
        return millis.isPresent() ? NodeMetrics.seconds(millis.getAsLong()) : Double.NaN;
    }
}
