package io.snowkeeper.node.redis.codec;

import io.netty.handler.codec.redis.RedisMessage;

/** Nothing, where there could be something: null of RESP3, the null of strings in RESP2. */
public enum NullMessage implements RedisMessage {
    NULL
}
