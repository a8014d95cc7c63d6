package io.snowkeeper.node.redis.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.redis.ArrayRedisMessage;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.RedisArrayAggregator;
import io.netty.handler.codec.redis.RedisBulkStringAggregator;
import io.netty.handler.codec.redis.RedisDecoder;
import io.netty.handler.codec.redis.RedisMessage;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayList;
import java.util.List;

/**
 * Netty's decoder of RESP2 for commands off the fast path, which is a pipeline: one for each thread, with one message
 * at a time. So a connection costs nothing for it, and the decoded data is bounded by one command. One that has failed
 * is not used again: its rest belongs to another connection.
 */
final class MessageCodec {

    private static final FastThreadLocal<MessageCodec> OF_THREAD = new FastThreadLocal<>() {
        @Override
        protected MessageCodec initialValue() {
            return new MessageCodec();
        }
    };

    private final EmbeddedChannel pipeline = new EmbeddedChannel(
            new RedisDecoder(), new RedisBulkStringAggregator(), new RedisArrayAggregator(CommandLimits.MAX_PARTS, 1));

    private MessageCodec() {}

    /** Returns the one of this thread. */
    static MessageCodec ofThread() {
        return OF_THREAD.get();
    }

    /** Reads the parts of a command that was found to be an array of strings. */
    List<byte[]> read(ByteBuf command) {
        boolean done = false;
        try {
            List<byte[]> parts = decode(command);
            done = true;
            return parts;
        } finally {
            if (!done) {
                drop();
            }
        }
    }

    private List<byte[]> decode(ByteBuf command) {
        pipeline.writeInbound(command.retainedDuplicate());
        Object message = pipeline.readInbound();
        try {
            if (!(message instanceof ArrayRedisMessage array)) {
                throw new IllegalStateException("a command is an array: " + message);
            }
            List<byte[]> parts = new ArrayList<>(array.children().size());
            for (RedisMessage part : array.children()) {
                parts.add(ByteBufUtil.getBytes(((FullBulkStringRedisMessage) part).content()));
            }
            return parts;
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private static void drop() {
        MessageCodec failed = OF_THREAD.get();
        OF_THREAD.remove();
        failed.pipeline.finishAndReleaseAll();
    }
}
