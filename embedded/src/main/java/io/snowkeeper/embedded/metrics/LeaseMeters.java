package io.snowkeeper.embedded.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.snowkeeper.coordinator.MembershipStatus;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one of a process' worker ids. What there is nothing of is not a number.
 *
 * @param source what is asked; the registry does not keep it
 * @param memberships how each of its worker ids stands
 * @param index which one of them, from 0
 * @param tags what every meter has besides {@code member}, which counts from 1
 */
public record LeaseMeters<T>(T source, Function<T, List<MembershipStatus>> memberships, int index, Tags tags) {

    private static final String SECONDS = "seconds";
    private static final double MILLIS_PER_SECOND = 1e3;

    /** Adds them to a registry. */
    public void bindTo(MeterRegistry registry) {
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
                "The Unix time up to which ids go on if nothing is renewed, in ZooKeeper and on the disk",
                SECONDS,
                status -> secondsOf(status.goesOnUntilMillis()));
        gauge(
                registry,
                "snowkeeper.clock.skew",
                "The node's clock less ZooKeeper's, as last measured",
                SECONDS,
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
        Function<T, List<MembershipStatus>> all = memberships;
        int which = index;
        Gauge.builder(name, source, from -> value.applyAsDouble(all.apply(from).get(which)))
                .description(description)
                .baseUnit(unit)
                .tags(tags.and("member", Integer.toString(which + 1)))
                .register(registry);
    }

    private static double valueOf(OptionalLong value) {
        return value.isPresent() ? value.getAsLong() : Double.NaN;
    }

    private static double secondsOf(OptionalLong millis) {
        return millis.isPresent() ? millis.getAsLong() / MILLIS_PER_SECOND : Double.NaN;
    }
}
