package io.snowkeeper.node.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetView.SlotState;
import io.snowkeeper.core.Layout;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The fleet's worker ids by what they are in, and when its layout ends. */
record FleetMeters(Layout layout, Supplier<@Nullable FleetView> view) {

    void bindTo(MeterRegistry registry) {
        for (SlotState state : SlotState.values()) {
            Gauge.builder("snowkeeper.fleet.slots", this, meters -> meters.count(state))
                    .description("Worker ids of the fleet, by state")
                    .tags("state", state.name().toLowerCase(Locale.ROOT))
                    .strongReference(true)
                    .register(registry);
        }
        Gauge.builder("snowkeeper.layout.end", layout, all -> all.end().getEpochSecond())
                .description("The Unix time at which the layout of the ids ends")
                .baseUnit(NodeMetrics.SECONDS)
                .strongReference(true)
                .register(registry);
    }

    private double count(SlotState state) {
        FleetView known = view.get();
        return known == null ? Double.NaN : known.count(state);
    }
}
