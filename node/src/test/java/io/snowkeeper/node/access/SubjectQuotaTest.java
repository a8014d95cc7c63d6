package io.snowkeeper.node.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.node.http.HttpCalls;
import io.snowkeeper.node.line.LineCalls;
import io.snowkeeper.node.redis.RedisCalls;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.security.SecuritySettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A subject's share, over any port, with any request and by any credentials. */
class SubjectQuotaTest {

    private static final int RATE = 5;
    private static final int REQUESTS = 3_000;
    private static final int SEEDS = 20;
    private static final String NOBODYS = "junkjunkjunkjunkjunk";
    private static final String SHOPS = "shop-0123456789abcdef";
    private static final String CERTIFICATE = "DNS:shop.example";

    /** A transaction is no request: it begins, or ends, and the commands in between count. */
    private static final Set<String> WITHOUT_QUOTA = Set.of("MULTI", "EXEC", "DISCARD", "QUIT");

    @TempDir
    private Path folder;

    private long nanos;

    static Stream<Arguments> worlds() {
        return Stream.of(new LineCalls(), new RedisCalls(), new HttpCalls())
                .flatMap(port -> LongStream.range(0, SEEDS).mapToObj(seed -> Arguments.of(port, seed)));
    }

    @ParameterizedTest(name = "seed {1}")
    @MethodSource("worlds")
    void aSubjectIsServedWhatItsRateAllowsAndNoMore(PortCalls port, long seed) {
        Random random = new Random(seed);
        SecuritySettings security = TestPolicy.of(
                folder,
                () -> nanos,
                TestPolicy.limited(RATE, TestPolicy.anonymous("*")),
                TestPolicy.limited(RATE, TestPolicy.subject("billing", TestPolicy.TOKEN, "*")),
                TestPolicy.limited(
                        RATE,
                        "{\"name\": \"shop\", \"token_sha256\": \"%s\", \"certificate\": \"%s\", \"rights\": [\"*\"]}"
                                .formatted(AdminToken.digest(SHOPS), CERTIFICATE)));
        List<Asker> askers = new ArrayList<>();
        for (String certificate : List.of("", "", CERTIFICATE, CERTIFICATE)) {
            askers.add(new Asker(
                    port.connect(new AccessControl("port", security)
                            .connected(Peer.ELSEWHERE, () -> List.of(certificate), Optional::empty)),
                    certificate.isEmpty() ? "anonymous" : "shop"));
        }
        List<String> calls = port.calls().stream()
                .filter(call -> !WITHOUT_QUOTA.contains(call))
                .filter(call -> !(port instanceof HttpCalls http) || http.needsRight(call))
                .toList();
        Map<String, Integer> served = new HashMap<>();
        int most = 0;

        for (int i = 0; i < REQUESTS; i++) {
            nanos += random.nextLong(TimeUnit.MILLISECONDS.toNanos(20));
            Asker asker = askers.get(random.nextInt(askers.size()));
            String call = calls.get(random.nextInt(calls.size()));
            String token = switch (random.nextInt(4)) {
                case 0 -> SHOPS;
                case 1 -> TestPolicy.TOKEN;
                case 2 -> NOBODYS;
                default -> null;
            };
            String subject = asker.ask(port, call, token);
            if (subject != null) {
                most = Math.max(most, served.merge(subject, 1, Integer::sum));
            }
        }

        double seconds = nanos / (double) TimeUnit.SECONDS.toNanos(1);
        assertThat(most).as("served to one subject in %s s", seconds).isBetween(2 * RATE, (int) (RATE * (seconds + 1)));
        // A subject with a token presents it often enough; one without has logged in at some time.
        for (String subject : List.of("shop", "billing")) {
            assertThat(served.get(subject))
                    .as("served to %s in %s s", subject, seconds)
                    .isGreaterThan((int) (RATE * seconds / 2));
        }
    }

    /** A client that keeps its connection, with its identity there. */
    private static final class Asker {

        private final PortCalls.Client client;
        private final String first;
        private String subject;

        Asker(PortCalls.Client client, String subject) {
            this.client = client;
            this.first = subject;
            this.subject = subject;
        }

        /** Returns whose request it was, null if it was not served, or if it may have been either of two subjects'. */
        @Nullable
        String ask(PortCalls port, String call, @Nullable String token) {
            if (!client.isServed(call, token)) {
                return null;
            }
            String before = subject;
            String shown = SHOPS.equals(token) ? "shop" : TestPolicy.TOKEN.equals(token) ? "billing" : before;
            if (call.equals("RESET")) {
                subject = first;
            } else if (call.equals("auth") || call.equals("AUTH") || call.equals("HELLO")) {
                subject = shown;
                return shown.equals(before) ? shown : null;
            }
            return port instanceof RedisCalls ? before : shown;
        }
    }
}
