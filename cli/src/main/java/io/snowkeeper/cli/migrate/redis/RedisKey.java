package io.snowkeeper.cli.migrate.redis;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A key of Redis.
 *
 * @param text its name
 * @param value what it counts; empty if it is no counter
 * @param reason why it is no counter; empty if it is one
 */
public record RedisKey(String text, OptionalLong value, Optional<String> reason) {

    static RedisKey counter(String text, long value) {
        return new RedisKey(text, OptionalLong.of(value), Optional.empty());
    }

    static RedisKey other(String text, String reason) {
        return new RedisKey(text, OptionalLong.empty(), Optional.of(reason));
    }
}
