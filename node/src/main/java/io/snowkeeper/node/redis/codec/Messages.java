package io.snowkeeper.node.redis.codec;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.redis.ArrayRedisMessage;
import io.netty.handler.codec.redis.ErrorRedisMessage;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.IntegerRedisMessage;
import io.netty.handler.codec.redis.RedisMessage;
import io.netty.handler.codec.redis.SimpleStringRedisMessage;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The messages of answers. */
public final class Messages {

    private Messages() {}

    /** Returns {@code OK}. */
    public static RedisMessage ok() {
        return simple("OK");
    }

    /** Returns a short text of the protocol. */
    public static RedisMessage simple(String text) {
        return new SimpleStringRedisMessage(text);
    }

    public static RedisMessage number(long value) {
        return new IntegerRedisMessage(value);
    }

    /** Returns a string, UTF-8. */
    public static RedisMessage text(String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a string of any bytes, which are not copied. */
    public static RedisMessage bytes(byte[] bytes) {
        return new FullBulkStringRedisMessage(Unpooled.wrappedBuffer(bytes));
    }

    public static RedisMessage array(List<RedisMessage> elements) {
        return new ArrayRedisMessage(elements);
    }

    /** Returns an error; characters that would end its line are left out. */
    public static RedisMessage error(String prefix, String text) {
        return new ErrorRedisMessage((prefix + ' ' + text).replace('\r', ' ').replace('\n', ' '));
    }
}
