package io.snowkeeper.node.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressLimiterTest {

    private final AtomicLong now = new AtomicLong();
    private final InetAddress alice = address("192.0.2.1");
    private final InetAddress bob = address("192.0.2.2");

    @Test
    void anAddressHasNoMoreConnectionsThanItMay() {
        AddressLimiter limiter = limiter(2, 0);
        connect(limiter, alice);
        connect(limiter, alice);

        assertThat(limiter.connect(alice)).isEmpty();
        assertThat(limiter.refusal(alice)).isEqualTo("too many connections of 192.0.2.1: at most 2 are served at once");
        assertThat(limiter.connect(bob)).isPresent();
        assertThat(limiter.refusedConnections()).isEqualTo(1);
    }

    @Test
    void aConnectionThatEndsMakesRoomForAnother() {
        AddressLimiter limiter = limiter(1, 0);
        connect(limiter, alice).disconnected();

        assertThat(limiter.connect(alice)).isPresent();
        assertThat(limiter.connect(alice)).isEmpty();
    }

    @Test
    void withoutALimitForConnectionsThereIsNone() {
        AddressLimiter limiter = limiter(0, 5);

        assertThat(IntStream.range(0, 1000)
                        .mapToObj(i -> limiter.connect(alice))
                        .allMatch(Optional::isPresent))
                .isTrue();
    }

    @Test
    void allConnectionsOfAnAddressShareItsRate() {
        AddressLimiter limiter = limiter(0, 2);
        ClientQuota one = connect(limiter, alice);
        ClientQuota other = connect(limiter, alice);

        assertThat(one.take()).isTrue();
        assertThat(other.take()).isTrue();
        assertThat(one.take()).isFalse();
        assertThat(connect(limiter, bob).take()).isTrue();
    }

    @Test
    void aRefusalNamesTheRateTheAddressAndTheTime() {
        AddressLimiter limiter = limiter(0, 2);
        ClientQuota client = connect(limiter, alice);
        client.take();
        client.take();
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(100));

        assertThat(client.take()).isFalse();
        assertThat(client.refuse()).isEqualTo("rate of 2 requests/s of 192.0.2.1 is used up, retry in 401 ms");
        assertThat(limiter.refusedRequests()).isEqualTo(1);
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(401));
        assertThat(client.take()).isTrue();
    }

    @Test
    void withoutALimitForRequestsThereIsNone() {
        ClientQuota client = connect(limiter(5, 0), alice);

        assertThat(IntStream.range(0, 1000).allMatch(i -> client.take())).isTrue();
    }

    @Test
    void whoConnectsAnewHasNoFullBucketBeforeItsTime() {
        AddressLimiter limiter = limiter(0, 1);
        ClientQuota client = connect(limiter, alice);
        client.take();
        client.disconnected();

        assertThat(connect(limiter, alice).take()).isFalse();
        now.addAndGet(TokenBucket.NANOS_PER_SECOND);
        assertThat(connect(limiter, alice).take()).isTrue();
    }

    @Test
    void anAddressIsForgottenAtOnceIfNothingIsLostWithIt() {
        AddressLimiter limiter = limiter(3, 3);
        ClientQuota client = connect(limiter, alice);
        assertThat(limiter.size()).isEqualTo(1);
        client.disconnected();

        assertThat(limiter.size()).isZero();
    }

    @Test
    void anAddressIsKeptUntilItsBucketIsFullAgain() {
        AddressLimiter limiter = limiter(3, 1);
        ClientQuota client = connect(limiter, alice);
        client.take();
        client.disconnected();
        now.addAndGet(TokenBucket.NANOS_PER_SECOND - 1);
        assertThat(limiter.size()).isEqualTo(1);
        now.addAndGet(1);

        assertThat(limiter.size()).isZero();
    }

    @Test
    void anAddressThatCameBackIsKept() {
        AddressLimiter limiter = limiter(3, 1);
        ClientQuota client = connect(limiter, alice);
        client.take();
        client.disconnected();
        ClientQuota back = connect(limiter, alice);
        now.addAndGet(10 * TokenBucket.NANOS_PER_SECOND);
        assertThat(limiter.size()).isEqualTo(1);
        back.disconnected();

        assertThat(limiter.size()).isZero();
    }

    @Test
    void aMillionAddressesThatCameAndWentLeaveNothing() {
        AddressLimiter limiter = limiter(3, 1);
        for (int i = 0; i < 1_000_000; i++) {
            ClientQuota client = connect(limiter, address(i));
            client.take();
            client.disconnected();
            now.addAndGet(1_000_000);
            assertThat(limiter.size()).isLessThanOrEqualTo(1000);
        }
        now.addAndGet(TokenBucket.NANOS_PER_SECOND);

        assertThat(limiter.size()).isZero();
    }

    @Test
    void manyThreadsThatComeAndGoLeaveNothingAndExceedNothing() throws Exception {
        AddressLimiter limiter = limiter(4, 0);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Integer>> clients = new ArrayList<>();
            AtomicLong open = new AtomicLong();
            for (int i = 0; i < 8; i++) {
                clients.add(() -> {
                    int tooMany = 0;
                    for (int turn = 0; turn < 20_000; turn++) {
                        Optional<ClientQuota> client = limiter.connect(alice);
                        if (client.isPresent()) {
                            tooMany += open.incrementAndGet() > 4 ? 1 : 0;
                            open.decrementAndGet();
                            client.get().disconnected();
                        }
                    }
                    return tooMany;
                });
            }
            for (Future<Integer> tooMany : threads.invokeAll(clients)) {
                assertThat(tooMany.get()).isZero();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(limiter.size()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 0, must be >= 0 && <= 1000000: maxConnectionsPerAddress=-1",
        "1000001, 0, must be >= 0 && <= 1000000: maxConnectionsPerAddress=1000001",
        "0, -1, must be >= 0 && <= 1000000: maxRatePerAddress=-1",
        "0, 1000001, must be >= 0 && <= 1000000: maxRatePerAddress=1000001"
    })
    void limitsOutOfTheirRangesAreRefused(int maxConnections, int maxRate, String message) {
        assertThatThrownBy(() -> new AddressLimits(maxConnections, maxRate))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    private AddressLimiter limiter(int maxConnections, int maxRate) {
        return new AddressLimiter(new AddressLimits(maxConnections, maxRate), now::get);
    }

    private static ClientQuota connect(AddressLimiter limiter, InetAddress address) {
        return limiter.connect(address).orElseThrow();
    }

    private static InetAddress address(int number) {
        byte[] bytes = {10, (byte) (number >> 16), (byte) (number >> 8), (byte) number};
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
