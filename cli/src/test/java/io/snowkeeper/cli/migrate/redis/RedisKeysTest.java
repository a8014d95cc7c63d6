package io.snowkeeper.cli.migrate.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.cli.migrate.source.SourceKey;
import io.snowkeeper.node.tls.ClientTls;
import io.snowkeeper.testkit.tls.TestCa;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisKeysTest {

    private FakeRedis redis;

    @BeforeEach
    void start() throws IOException {
        redis = FakeRedis.start();
    }

    @AfterEach
    void stop() throws IOException {
        redis.close();
    }

    private RedisAddress address() {
        return RedisAddress.parse("redis://127.0.0.1:" + redis.port());
    }

    private static List<SourceKey> all(RedisAddress address, String match) throws Exception {
        List<SourceKey> all = new ArrayList<>();
        try (RedisKeys keys = RedisKeys.open(address, SSLContext.getDefault(), match)) {
            while (keys.hasNext()) {
                all.addAll(keys.next());
            }
        }
        return all;
    }

    @Test
    void keysComePageByPageAndEachOnce() throws Exception {
        redis.holding(Map.of("a", "1", "b", "2", "c", "3")).reply("SCAN", words -> switch (words.get(1)) {
            case "0" -> FakeRedis.page("17", "a", "b");
            case "17" -> FakeRedis.page("4");
            default -> FakeRedis.page("0", "b", "c");
        });

        assertThat(all(address(), "s:*"))
                .containsExactly(SourceKey.counter("a", 1), SourceKey.counter("b", 2), SourceKey.counter("c", 3));
        assertThat(redis.commands().stream().filter(words -> words.get(0).equals("SCAN")))
                .containsExactly(
                        List.of("SCAN", "0", "MATCH", "s:*", "COUNT", "1000"),
                        List.of("SCAN", "17", "MATCH", "s:*", "COUNT", "1000"),
                        List.of("SCAN", "4", "MATCH", "s:*", "COUNT", "1000"));
    }

    @Test
    void whatRedisTakesForANumberIsACounter() throws Exception {
        String[] counters = {"0", "-1", "9223372036854775807", "-9223372036854775808"};
        for (String counter : counters) {
            redis.holding(Map.of("k", counter));
            assertThat(all(address(), "*")).containsExactly(SourceKey.counter("k", Long.parseLong(counter)));
        }
        for (String other :
                new String[] {"9223372036854775808", "01", "+1", "1 ", "1.0", "-0", "x", "99999999999999999999x"}) {
            redis.holding(Map.of("k", other));
            assertThat(all(address(), "*")).containsExactly(SourceKey.other("k", "its value is no integer of 64 bits"));
        }
    }

    @Test
    void whatIsNoCounterIsToldWithTheReason() throws Exception {
        redis.holding(Map.of("k", "1"));
        redis.reply("PTTL", ":3600000\r\n");
        assertThat(all(address(), "*"))
                .containsExactly(SourceKey.other(
                        "k", "it expires in 3600 s, which no sequence does; PERSIST it if it is to go on"));

        redis.holding(Map.of("k", ""));
        assertThat(all(address(), "*")).containsExactly(SourceKey.other("k", "it is empty, or was deleted just now"));

        redis.reply("GETRANGE", "-WRONGTYPE Operation against a key\r\n");
        assertThat(all(address(), "*")).containsExactly(SourceKey.other("k", "it is no string"));
    }

    @Test
    void aKeyThatMayNotBeReadEndsItSinceItMayBeACounter() {
        redis.holding(Map.of("k", "1")).reply("GETRANGE", "-NOPERM this user has no permissions\r\n");

        assertThatThrownBy(() -> all(address(), "*"))
                .isInstanceOf(IOException.class)
                .hasMessage("it does not let k be read: NOPERM this user has no permissions");
    }

    @Test
    void namesAreUtf8() throws Exception {
        String key = new String("gr\u00f6\u00dfe".getBytes(UTF_8), ISO_8859_1);
        redis.holding(Map.of(key, "5"));

        assertThat(all(address(), "gr\u00f6*")).containsExactly(SourceKey.counter("gr\u00f6\u00dfe", 5));
        assertThat(redis.commands().get(0).get(3)).isEqualTo(new String("gr\u00f6*".getBytes(UTF_8), ISO_8859_1));
    }

    @Test
    void itLogsInAndChoosesTheDatabase() throws Exception {
        redis.reply("AUTH", "+OK\r\n").reply("SELECT", "+OK\r\n");
        RedisAddress plain = new RedisAddress(false, "127.0.0.1", redis.port(), 0, Optional.empty(), Optional.of("p"));

        assertThat(all(plain, "*")).isEmpty();
        assertThat(all(
                        new RedisAddress(
                                false, "127.0.0.1", redis.port(), 2, Optional.of("ann"), Optional.of("\u00e4")),
                        "*"))
                .isEmpty();

        assertThat(redis.commands().stream().filter(words -> !words.get(0).equals("SCAN")))
                .containsExactly(List.of("AUTH", "p"), List.of("AUTH", "ann", "\u00c3\u00a4"), List.of("SELECT", "2"));
    }

    @Test
    void aRefusedLoginIsToldWithoutThePassword() {
        redis.reply("AUTH", "-WRONGPASS invalid username-password pair\r\n");

        assertThatThrownBy(() -> all(address().with(Optional.empty(), Optional.of("secret")), "*"))
                .isInstanceOf(IOException.class)
                .hasMessage("it refuses AUTH: WRONGPASS invalid username-password pair");
    }

    @Test
    void whatDoesNotSpeakRedisProtocolIsTold() {
        redis.reply("SCAN", "HTTP/1.1 400 Bad Request\r\n\r\n");
        assertThatThrownBy(() -> all(address(), "*"))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("(it does not speak Redis' protocol: .+|its reply to SCAN is no page of keys)");

        redis.reply("SCAN", ":1\r\n");
        assertThatThrownBy(() -> all(address(), "*"))
                .isInstanceOf(IOException.class)
                .hasMessage("its reply to SCAN is no page of keys");

        redis.reply("SCAN", "");
        assertThatThrownBy(() -> all(address(), "*"))
                .isInstanceOf(IOException.class)
                .hasMessage("it closed the connection");
    }

    @Test
    void anEndlessReplyIsNotRead() {
        redis.reply("SCAN", FakeRedis.bulk("x".repeat(RedisConnection.MAX_REPLY_BYTES)));

        assertThatThrownBy(() -> all(address(), "*"))
                .isInstanceOf(IOException.class)
                .hasMessage("its reply is longer than 67108864 bytes");
    }

    @Test
    void overTlsTheCertificateHasToBeTrustedAndToNameTheHost(@TempDir Path folder) throws Exception {
        TestCa ca = TestCa.in(folder, "ca");
        SSLContext trusting = new ClientTls(Optional.of(ca.file()), Optional.empty(), Optional.empty()).context();
        try (FakeRedis secure =
                FakeRedis.start(ca.serverContext(ca.issue("redis")).getServerSocketFactory())) {
            secure.holding(Map.of("k", "7"));
            RedisAddress address = RedisAddress.parse("rediss://127.0.0.1:" + secure.port());

            try (RedisKeys keys = RedisKeys.open(address, trusting, "*")) {
                assertThat(keys.next()).containsExactly(SourceKey.counter("k", 7));
            }
            assertThatThrownBy(() -> RedisKeys.open(address, SSLContext.getDefault(), "*"))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("its certificate is signed by no authority that is trusted");
        }
        try (FakeRedis other =
                FakeRedis.start(ca.serverContext(ca.issueFor("elsewhere")).getServerSocketFactory())) {
            RedisAddress address = RedisAddress.parse("rediss://127.0.0.1:" + other.port());

            assertThatThrownBy(() -> RedisKeys.open(address, trusting, "*"))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("its certificate does not name 127.0.0.1");
        }
    }
}
