package io.snowkeeper.cli.migrate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisAddressTest {

    @Test
    void aUrlNamesTheServerAndWhoLogsIn() {
        assertThat(RedisAddress.parse("redis://cache"))
                .isEqualTo(new RedisAddress(false, "cache", 6379, 0, Optional.empty(), Optional.empty()));
        assertThat(RedisAddress.parse("rediss://[::1]:6380/3"))
                .isEqualTo(new RedisAddress(true, "::1", 6380, 3, Optional.empty(), Optional.empty()));
        assertThat(RedisAddress.parse("redis://:p%40ss:word@cache/"))
                .isEqualTo(new RedisAddress(false, "cache", 6379, 0, Optional.empty(), Optional.of("p@ss:word")));
        assertThat(RedisAddress.parse("redis://ann:secret@cache:1/2"))
                .isEqualTo(new RedisAddress(false, "cache", 1, 2, Optional.of("ann"), Optional.of("secret")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cache:6379",
                "http://cache",
                "redis:cache",
                "redis://",
                "redis://cache:70000",
                "redis://cache:0",
                "redis://cache/x",
                "redis://cache/1/2",
                "redis://cache?db=1",
                "redis://cache#1",
                "redis://:sec ret@cache"
            })
    void whatIsNoSuchUrlIsRefusedAndNotRepeated(String url) {
        assertThatThrownBy(() -> RedisAddress.parse(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasNoCause()
                .hasMessage(
                        "must be redis://HOST[:PORT][/DATABASE], or rediss:// for TLS, with [USER]:PASSWORD@ before the host if it is needed");
    }

    @Test
    void aUserNeedsAPassword() {
        assertThatThrownBy(() -> RedisAddress.parse("redis://ann@cache"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a user of Redis needs a password");
    }

    @Test
    void itIsToldWithoutThePassword() {
        assertThat(RedisAddress.parse("redis://ann:secret@cache:1")).hasToString("cache:1");
    }
}
