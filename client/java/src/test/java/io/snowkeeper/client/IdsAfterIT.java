package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.client.FakeServer.Script;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.UnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Servers whose clocks are behind an id that another one is to be larger than. */
class IdsAfterIT {

    private final AtomicLong last = new AtomicLong(100);
    private final AtomicInteger refused = new AtomicInteger();
    private final Script right = FakeServer.honest(last);
    private final Script behind = asked -> {
        if (asked.body().has("after")) {
            refused.incrementAndGet();
            asked.unavailable("id-ahead");
        } else {
            right.run(asked);
        }
    };

    private static SnowkeeperClient client(FakeServer one, FakeServer two) {
        return MadeClients.patient(one.address() + "," + two.address());
    }

    @Test
    void anotherServerIsAskedWhereOneIsBehind() {
        try (FakeServer one = FakeServer.start(behind);
                FakeServer two = FakeServer.start(right);
                SnowkeeperClient client = client(one, two)) {
            for (int i = 0; i < 20; i++) {
                long other = last.get();
                assertThat(client.nextAfter(other)).isGreaterThan(other);
            }
        }
    }

    @Test
    void oneThatIsBehindIsNotPreferredForBeingIdle() {
        Script busy = asked -> {
            Thread.sleep(2);
            right.run(asked);
        };
        try (FakeServer one = FakeServer.start(behind);
                FakeServer two = FakeServer.start(busy);
                SnowkeeperClient client = client(one, two)) {
            List<CompletableFuture<Long>> calls = IntStream.range(0, 200)
                    .mapToObj(i -> client.async().nextAfter(i).toCompletableFuture())
                    .toList();

            assertThat(calls).allSatisfy(call -> assertThat(call.join()).isPositive());
        }
    }

    @Test
    void whereAllAreBehindTheCallFailsAndOtherIdsGoOn() {
        try (FakeServer one = FakeServer.start(behind);
                FakeServer two = FakeServer.start(behind);
                SnowkeeperClient client = client(one, two)) {
            assertThatExceptionOfType(UnavailableException.class)
                    .isThrownBy(() -> client.nextAfter(Long.MAX_VALUE))
                    .matches(failure -> failure.reason().equals(Optional.of(UnavailableReason.ID_AHEAD)));
            assertThat(refused).hasValue(2);
            assertThat(client.next()).isPositive();
        }
    }

    @Test
    void whereTheOnlyActiveServerIsBehindTheCallFailsAtOnce() {
        AtomicInteger askedOfStandby = new AtomicInteger();
        Script standby = asked -> {
            askedOfStandby.incrementAndGet();
            asked.unavailable("standby");
        };
        try (FakeServer one = FakeServer.start(behind);
                FakeServer two = FakeServer.start(standby);
                SnowkeeperClient client = client(one, two)) {
            assertThatExceptionOfType(UnavailableException.class)
                    .isThrownBy(() -> client.nextAfter(5))
                    .matches(failure -> failure.reason().equals(Optional.of(UnavailableReason.ID_AHEAD)));
            assertThat(refused).hasValue(1);
            assertThat(askedOfStandby).hasPositiveValue();
        }
    }

    @Test
    void anIdThatIsNoLargerIsNoAnswer() {
        try (FakeServer one = FakeServer.start(asked -> asked.ok("\"id\": 5"));
                SnowkeeperClient client = SnowkeeperClient.builder()
                        .servers(one.address())
                        // No attempt of its own ends before it: the failure has the last answer.
                        .attemptTimeout(Duration.ofSeconds(2))
                        .deadline(Duration.ofSeconds(2))
                        .build()) {
            // On a busy machine, the time may be up before there was an answer.
            await().untilAsserted(() -> assertThatExceptionOfType(UnavailableException.class)
                    .isThrownBy(() -> client.nextAfter(5))
                    .withMessageContaining("ids must be > 5: id=5"));
        }
    }
}
