package io.snowkeeper.cli.migrate.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.redis.ArrayRedisMessage;
import io.netty.handler.codec.redis.ErrorRedisMessage;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.IntegerRedisMessage;
import io.netty.handler.codec.redis.RedisArrayAggregator;
import io.netty.handler.codec.redis.RedisBulkStringAggregator;
import io.netty.handler.codec.redis.RedisDecoder;
import io.netty.handler.codec.redis.RedisEncoder;
import io.netty.handler.codec.redis.RedisMessage;
import io.netty.handler.codec.redis.SimpleStringRedisMessage;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Redis' protocol, by Netty's codec without a network: bytes of commands, and replies from bytes. For one thread. */
final class RespCodec implements AutoCloseable {

    /** More than a page of keys ever has: what hashes alike comes together. */
    private static final int MAX_ELEMENTS = 1 << 20;

    /** Keys, which stand beside a cursor. */
    private static final int MAX_DEPTH = 2;

    private final EmbeddedChannel channel = new EmbeddedChannel(
            new RedisEncoder(),
            new RedisDecoder(),
            new RedisBulkStringAggregator(),
            new RedisArrayAggregator(MAX_ELEMENTS, MAX_DEPTH));

    /** @param words each character is a byte, 0 to 255 */
    byte[] encode(List<String> words) {
        List<RedisMessage> parts = words.stream()
                .<RedisMessage>map(
                        word -> new FullBulkStringRedisMessage(Unpooled.wrappedBuffer(word.getBytes(ISO_8859_1))))
                .toList();
        channel.writeOutbound(new ArrayRedisMessage(parts));
        ByteBuf all = Unpooled.buffer();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            all.writeBytes(part);
            part.release();
        }
        byte[] bytes = new byte[all.readableBytes()];
        all.readBytes(bytes);
        return bytes;
    }

    /** @throws IOException if it is nothing that Redis replies */
    void feed(byte[] bytes, int length) throws IOException {
        try {
            channel.writeInbound(Unpooled.copiedBuffer(bytes, 0, length));
        } catch (CodecException e) {
            throw new IOException("it does not speak Redis' protocol: " + e.getMessage(), e);
        }
    }

    /** Returns the next reply that is there as a whole, null if none is. */
    @Nullable
    RedisReply next() throws IOException {
        RedisMessage message = channel.readInbound();
        if (message == null) {
            return null;
        }
        try {
            return reply(message);
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private static RedisReply reply(RedisMessage message) throws IOException {
        if (message instanceof FullBulkStringRedisMessage bulk) {
            return new RedisReply.Text(bulk.isNull() ? "" : bulk.content().toString(ISO_8859_1));
        }
        if (message instanceof SimpleStringRedisMessage text) {
            return new RedisReply.Text(text.content());
        }
        if (message instanceof IntegerRedisMessage number) {
            return new RedisReply.Count(number.value());
        }
        if (message instanceof ErrorRedisMessage error) {
            return new RedisReply.Refusal(error.content());
        }
        if (message instanceof ArrayRedisMessage array) {
            List<RedisReply> elements = new ArrayList<>();
            for (RedisMessage element : array.children()) {
                elements.add(reply(element));
            }
            return new RedisReply.Array(elements);
        }
        throw new IOException(
                "its reply is of an unknown kind: " + message.getClass().getSimpleName());
    }

    @Override
    public void close() {
        channel.finishAndReleaseAll();
    }
}
