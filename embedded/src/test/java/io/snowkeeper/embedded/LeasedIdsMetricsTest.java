package io.snowkeeper.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.embedded.metrics.LeasedIdsMetrics;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeasedIdsMetricsTest {

    private final FakeFleet fleet = FakeFleet.granting(new Reservation(0, 2_000_000_000_000L), 17);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final LeasedIds ids = LeasedIds.join(
            "nowhere:2181",
            LeasedIdsOptions.builder("orders")
                    .workerIds(2)
                    .joinWait(Duration.ZERO)
                    .build(),
            MillisClock.wall(),
            fleet);

    @AfterEach
    void close() {
        ids.close();
    }

    @Test
    void tellHowEachWorkerIdStandsAndWhatHappenedToAll() {
        new LeasedIdsMetrics(ids).bindTo(registry);

        assertThat(gauge("snowkeeper.ready")).isEqualTo(1);
        assertThat(gauge("snowkeeper.worker.id", "member", "1")).isEqualTo(17);
        assertThat(gauge("snowkeeper.worker.held", "member", "1")).isEqualTo(1);
        assertThat(gauge("snowkeeper.worker.held", "member", "2")).isZero();
        assertThat(gauge("snowkeeper.worker.id", "member", "2")).isNaN();
        assertThat(gauge("snowkeeper.reserved.until", "member", "1")).isEqualTo(2e9);
        assertThat(counter("snowkeeper.lease.renewals")).isEqualTo(6);
        assertThat(counter("snowkeeper.lease.losses")).isEqualTo(4);
        assertThat(counter("snowkeeper.zookeeper.session.losses")).isEqualTo(2);
    }

    @Test
    void tellThatThereAreNoIdsOnceItIsClosed() {
        new LeasedIdsMetrics(ids).bindTo(registry);
        ids.close();

        assertThat(gauge("snowkeeper.ready")).isZero();
    }

    private double gauge(String name, String... tags) {
        return registry.get(name).tag("name", "orders").tags(tags).gauge().value();
    }

    private double counter(String name) {
        return registry.get(name).tag("name", "orders").functionCounter().count();
    }
}
