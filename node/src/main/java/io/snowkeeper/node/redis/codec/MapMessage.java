package io.snowkeeper.node.redis.codec;

import io.netty.handler.codec.redis.RedisMessage;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map in an answer: of RESP3; in RESP2, an array of keys and values in turn.
 *
 * @param entries in the order in which they are sent
 */
public record MapMessage(Map<String, RedisMessage> entries) implements RedisMessage {

    public MapMessage {
        entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }
}
