package io.snowkeeper.client.internal.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerFrameDecoderTest {

    private final EmbeddedChannel channel = new EmbeddedChannel(new AnswerFrameDecoder(() -> 10));

    @Test
    void linesComeWholeWhereverTheInputIsCut() {
        String input = "first\n\nsecond 78\n";
        for (int cut = 0; cut <= input.length(); cut++) {
            EmbeddedChannel cutChannel = new EmbeddedChannel(new AnswerFrameDecoder(() -> 10));
            cutChannel.writeInbound(bytes(input.substring(0, cut)), bytes(input.substring(cut)));

            assertThat(lines(cutChannel)).as("cut at %d", cut).containsExactly("first", "", "second 78");
        }
    }

    @Test
    void aLineMayBeAsLongAsAllowed() {
        channel.writeInbound(bytes("0123456789\n"));

        assertThat(lines(channel)).containsExactly("0123456789");
    }

    @Test
    void aLineThatIsTooLongIsRefusedBeforeItsEnd() {
        assertThatThrownBy(() -> channel.writeInbound(bytes("01234567890")))
                .isInstanceOf(DecoderException.class)
                .hasRootCauseMessage("it is longer than the 10 bytes that the answer may have");
    }

    @Test
    void whatHasNoEndIsDropped() {
        channel.writeInbound(bytes("whole\nhalf"));
        channel.finish();

        assertThat(lines(channel)).containsExactly("whole");
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, US_ASCII);
    }

    private static List<String> lines(EmbeddedChannel channel) {
        List<String> lines = new ArrayList<>();
        for (byte[] line = channel.readInbound(); line != null; line = channel.readInbound()) {
            lines.add(new String(line, US_ASCII));
        }
        return lines;
    }
}
