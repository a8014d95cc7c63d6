package io.snowkeeper.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.snowkeeper.coordinator.WriteObserver.Outcome;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.embedded.metrics.LeasedIdsMetrics;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
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
    void tellHowLongRenewalsAndWritesTook() {
        new LeasedIdsMetrics(ids).bindTo(registry);
        fleet.members.get(0).tryToRenew(2_000_000, true);
        fleet.members.get(0).tryToRenew(4_000_000, true);
        fleet.members.get(0).tryToRenew(9_000_000, false);
        fleet.observer.written(1_000_000, Outcome.REFUSED);

        assertThat(timer("snowkeeper.lease.renewal", "renewed").count()).isEqualTo(2);
        assertThat(timer("snowkeeper.lease.renewal", "renewed").totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(6);
        assertThat(timer("snowkeeper.lease.renewal", "failed").count()).isEqualTo(1);
        assertThat(timer("snowkeeper.zookeeper.write", "refused").count()).isEqualTo(1);
        assertThat(timer("snowkeeper.zookeeper.write", "done").count()).isZero();
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

    private FunctionTimer timer(String name, String outcome) {
        return registry.get(name).tag("name", "orders").tag("outcome", outcome).functionTimer();
    }

    private double counter(String name) {
        return registry.get(name).tag("name", "orders").functionCounter().count();
    }
}
