package io.snowkeeper.cli.migrate.redis;

import java.util.List;

/** A reply of Redis. Texts are bytes, each of which is one character, 0 to 255. */
sealed interface RedisReply {

    /** A string, the empty one for none. */
    record Text(String bytes) implements RedisReply {}

    /** A whole number. */
    record Count(long value) implements RedisReply {}

    /** A refusal, such as {@code WRONGTYPE Operation against a key holding the wrong kind of value}. */
    record Refusal(String message) implements RedisReply {}

    /** Replies one after the other. */
    record Array(List<RedisReply> elements) implements RedisReply {

        public Array {
            elements = List.copyOf(elements);
        }
    }
}
