package io.snowkeeper.embedded.metrics;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.snowkeeper.coordinator.WriteObserver;
import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.embedded.member.CoordinationTimes;
import io.snowkeeper.embedded.member.DurationHistogram;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The meters of an embedded member, by the names that a node's have, with its name as the tag {@code name}. The ids themselves are
 * not counted: that would cost more than making them.
 *
 * <p>The registry does not keep the member: when the application has let it go, its meters are not a number.
 */
public final class LeasedIdsMetrics implements MeterBinder {

    private final LeasedIds ids;
    private final Tags tags;

    /** Makes the meters of a member, for as many registries as there are. */
    public LeasedIdsMetrics(LeasedIds ids) {
        this.ids = requireNonNull(ids);
        this.tags = Tags.of("name", ids.name());
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("snowkeeper.ready", ids, source -> source.isReady() ? 1 : 0)
                .description("1 if ids are available")
                .tags(tags)
                .register(registry);
        new LeaseMeters(ids, tags).bindTo(registry);
        timer(
                registry,
                "snowkeeper.lease.renewal",
                "Attempts to extend reservations in ZooKeeper",
                times -> times.renewals(true),
                "renewed");
        timer(
                registry,
                "snowkeeper.lease.renewal",
                "Attempts to extend reservations in ZooKeeper",
                times -> times.renewals(false),
                "failed");
        for (WriteObserver.Outcome outcome : WriteObserver.Outcome.values()) {
            timer(
                    registry,
                    "snowkeeper.zookeeper.write",
                    "Writes to ZooKeeper",
                    times -> times.writes(outcome),
                    outcome.name().toLowerCase(Locale.ROOT));
        }
    }

    private void timer(
            MeterRegistry registry,
            String name,
            String description,
            Function<CoordinationTimes, DurationHistogram> durations,
            String outcome) {
        FunctionTimer.builder(
                        name,
                        ids,
                        source -> durations.apply(source.times()).count(),
                        source -> durations.apply(source.times()).nanos(),
                        TimeUnit.NANOSECONDS)
                .description(description)
                .tags(tags.and("outcome", outcome))
                .register(registry);
    }
}
