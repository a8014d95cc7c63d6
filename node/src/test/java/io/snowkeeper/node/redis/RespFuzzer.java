package io.snowkeeper.node.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.redis.RedisArrayAggregator;
import io.netty.handler.codec.redis.RedisBulkStringAggregator;
import io.netty.handler.codec.redis.RedisDecoder;
import java.util.Arrays;
import java.util.Locale;

/**
 * The requirements for any bytes of a connection, for a fuzzer to refute: {@code node/fuzz redis}. Nothing escapes; all
 * answers are RESP2 as Netty reads it, no defect among them; and the answers depend neither on the way that a command
 * is read nor on where the stream is cut.
 */
public final class RespFuzzer {

    private static final String DEFECT = "-ERR internal error; see the node's log";

    private RespFuzzer() {}

    /** Called by the fuzzer with any input. */
    public static void fuzzerTestOneInput(byte[] stream) {
        String text = new String(stream, ISO_8859_1);
        if (text.toUpperCase(Locale.ROOT).contains("HELLO")) {
            // RESP3 is none that Netty reads.
            return;
        }
        String whole = answers(stream, stream.length);
        requireResp(whole, text);
        // Unless it is echoed, or asked for.
        require(
                !whole.contains(DEFECT) || text.contains("internal error") || text.contains("defect"),
                "a defect: " + whole,
                text);
        int cut = Math.floorMod(Arrays.hashCode(stream), stream.length + 1);
        require(whole.equals(answers(stream, cut)), "answers differ, cut at " + cut + ": " + whole, text);
        require(whole.equals(byByte(stream)), "answers differ, byte by byte: " + whole, text);
    }

    private static String answers(byte[] stream, int cut) {
        RespExchange exchange = new RespExchange();
        return exchange.send(stream, 0, cut) + exchange.send(stream, cut, stream.length - cut) + exchange.end();
    }

    private static String byByte(byte[] stream) {
        RespExchange exchange = new RespExchange();
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < stream.length; i++) {
            all.append(exchange.send(stream, i, 1));
        }
        return all.append(exchange.end()).toString();
    }

    private static void requireResp(String answers, String input) {
        EmbeddedChannel reader = new EmbeddedChannel(
                new RedisDecoder(), new RedisBulkStringAggregator(), new RedisArrayAggregator(1_000_000, 4));
        try {
            reader.writeInbound(Unpooled.copiedBuffer(answers, ISO_8859_1));
        } catch (RuntimeException e) {
            throw new AssertionError("no RESP: " + answers + " to " + input, e);
        } finally {
            reader.finishAndReleaseAll();
        }
    }

    private static void require(boolean holds, String otherwise, String input) {
        if (!holds) {
            throw new AssertionError(otherwise + " to " + input);
        }
    }
}
