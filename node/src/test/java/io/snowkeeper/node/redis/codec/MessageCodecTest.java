package io.snowkeeper.node.redis.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.redis.RedisEncoder;
import io.netty.handler.codec.redis.RedisMessage;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.text.SortableIdFormat;
import io.snowkeeper.node.stream.ChunkedOutput;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MessageCodecTest {

    @Test
    void whatAFailedReadHasLeftIsNotReadIntoTheNextCommand() {
        MessageCodec failing = MessageCodec.ofThread();
        assertThatThrownBy(() -> failing.read(bytes("*2\r\n$4\r\nINCR\r\n$5\r\nfir")))
                .isInstanceOf(RuntimeException.class);

        Command next = CommandReader.array(bytes("*2\r\n$4\r\nECHO\r\n$6\r\nsecond\r\n"));

        assertThat(next.parts())
                .extracting(part -> new String(part, ISO_8859_1))
                .containsExactly("ECHO", "second");
    }

    @Test
    void whatIsWrittenIsWhatNettysEncoderWrites() {
        for (Supplier<RedisMessage> message : List.<Supplier<RedisMessage>>of(
                () -> Messages.text(""),
                () -> Messages.text("text of some length, \u00e4"),
                () -> Messages.bytes(new byte[70_000]),
                () -> Messages.simple("QUEUED"),
                () -> Messages.error("ERR", "no \u00e4\r\nsuch command"),
                () -> Messages.number(0),
                () -> Messages.number(7),
                () -> Messages.number(-7),
                () -> Messages.number(Long.MAX_VALUE),
                () -> Messages.number(Long.MIN_VALUE),
                () -> Messages.array(List.of()),
                () -> Messages.array(List.of(Messages.number(1), Messages.array(List.of(Messages.text("a"))))))) {
            ByteBuf direct = Unpooled.buffer();
            assertThat(AnswerWriter.write(direct, message.get(), false)).isNull();
            EmbeddedChannel encoder = new EmbeddedChannel(new RedisEncoder());
            encoder.writeOutbound(message.get());
            ByteBuf byNetty = Unpooled.buffer();
            for (ByteBuf part = encoder.readOutbound(); part != null; part = encoder.readOutbound()) {
                byNetty.writeBytes(part);
                part.release();
            }

            assertThat(direct).isEqualTo(byNetty);
        }
    }

    @Test
    void aFixedMessageIsWrittenByTheVersionThatTheClientSpeaks() {
        FixedMessage fixed = new FixedMessage(() -> new MapMessage(Map.of("a", NullMessage.NULL)));

        assertThat(written(fixed, false)).isEqualTo("*2\r\n$1\r\na\r\n$-1\r\n");
        assertThat(written(fixed, true)).isEqualTo("%1\r\n$1\r\na\r\n_\r\n");
    }

    private static String written(RedisMessage message, boolean resp3) {
        ByteBuf out = Unpooled.buffer();
        assertThat(AnswerWriter.write(out, message, resp3)).isNull();
        return out.toString(ISO_8859_1);
    }

    @Test
    void manySortableIdsAreWrittenPieceByPiece() {
        List<SortableId> ids = LongStream.range(0, 2_500)
                .mapToObj(low -> new SortableId(1, low))
                .toList();
        ByteBuf out = Unpooled.buffer();

        ChunkedOutput rest = AnswerWriter.write(out, new SortableIdsMessage(ids, SortableIdFormat.CROCKFORD32), false);
        int pieces = 1;
        while (!requireNonNull(rest).writePiece(out)) {
            pieces++;
        }

        assertThat(pieces).isEqualTo(3);
        assertThat(out.toString(ISO_8859_1))
                .isEqualTo("*2500\r\n"
                        + ids.stream()
                                .map(id -> "$26\r\n" + SortableIdFormat.CROCKFORD32.format(id) + "\r\n")
                                .collect(joining()));
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, ISO_8859_1);
    }
}
