package io.snowkeeper.node.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetView.SlotState;
import io.snowkeeper.core.Layout;
import io.snowkeeper.node.report.Standing;
import io.snowkeeper.node.report.Verdict;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The verdict on the fleet, its worker ids by their states, and when its layout ends. */
record FleetMeters(Layout layout, Supplier<@Nullable FleetView> view, Supplier<Verdict> verdict) {

    void bindTo(MeterRegistry registry) {
        for (SlotState state : SlotState.values()) {
            Gauge.builder("snowkeeper.fleet.slots", this, meters -> meters.count(state))
                    .description("The fleet's worker ids, by state")
                    .tags("state", state.name().toLowerCase(Locale.ROOT))
                    .strongReference(true)
                    .register(registry);
        }
        bindStanding(registry, "ids", Verdict::ids);
        bindStanding(registry, "sequences", Verdict::sequences);
        gauge("snowkeeper.fleet.nodes", meters -> meters.verdict.get().ids().of())
                .description("Nodes known to this one, including itself")
                .register(registry);
        Gauge.builder("snowkeeper.layout.end", layout, all -> all.end().getEpochSecond())
                .description("Unix time at which the ids' layout ends")
                .baseUnit(NodeMetrics.SECONDS)
                .strongReference(true)
                .register(registry);
    }

    private void bindStanding(MeterRegistry registry, String of, Function<Verdict, Standing> standing) {
        for (String word : Standing.WORDS) {
            gauge(
                            "snowkeeper.fleet.verdict",
                            meters ->
                                    standing.apply(meters.verdict.get()).word().equals(word) ? 1 : 0)
                    .description(
                            "1 for this node's own verdict on the fleet, 0 for the others; take the worst of all nodes")
                    .tags("of", of, "verdict", word)
                    .register(registry);
        }
        gauge(
                        "snowkeeper.fleet.nodes.giving",
                        meters -> standing.apply(meters.verdict.get()).by())
                .description("Nodes that issue ids, or numbers of sequences, as far as this node knows")
                .tags("of", of)
                .register(registry);
    }

    private Gauge.Builder<FleetMeters> gauge(String name, ToDoubleFunction<FleetMeters> value) {
        return Gauge.builder(name, this, value).strongReference(true);
    }

    private double count(SlotState state) {
        FleetView known = view.get();
        return known == null ? Double.NaN : known.count(state);
    }
}
