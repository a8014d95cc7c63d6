package io.snowkeeper.node.redis.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.redis.RedisMessage;
import java.util.function.Supplier;

/** A message that is always the same, and written but once for each version of the protocol. Thread-safe. */
public final class FixedMessage implements RedisMessage {

    private final byte[] resp2;
    private final byte[] resp3;

    /** @param message makes it anew each time */
    public FixedMessage(Supplier<RedisMessage> message) {
        resp2 = written(message.get(), false);
        resp3 = written(message.get(), true);
    }

    private static byte[] written(RedisMessage message, boolean resp3) {
        ByteBuf out = Unpooled.buffer();
        if (AnswerWriter.write(out, message, resp3) != null) {
            throw new IllegalArgumentException("must be a message that is written at once: " + message);
        }
        return ByteBufUtil.getBytes(out);
    }

    byte[] bytes(boolean ofResp3) {
        return ofResp3 ? resp3 : resp2;
    }
}
