package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineBufferTest {

    private final LineBuffer lines = new LineBuffer(UnpooledByteBufAllocator.DEFAULT, 8);

    @Test
    void linesAreTakenInTheirOrder() {
        append("one\ntwo\n");

        assertThat(next()).isEqualTo("one");
        assertThat(next()).isEqualTo("two");
        assertThat(next()).isNull();
    }

    @Test
    void aLineMayEndWithCarriageReturnAndLineFeed() {
        append("one\r\n\r\n");

        assertThat(next()).isEqualTo("one");
        assertThat(next()).isEmpty();
    }

    @Test
    void onlyOneCarriageReturnIsPartOfTheEnd() {
        append("one\r\r\n");

        assertThat(next()).isEqualTo("one\r");
    }

    @Test
    void aLineMayComeInPieces() {
        for (String piece : "one\r\ntwo\n".split("")) {
            append(piece);
        }

        assertThat(next()).isEqualTo("one");
        assertThat(next()).isEqualTo("two");
    }

    @Test
    void aLineThatIsNotEndedIsNotTaken() {
        append("on");
        assertThat(next()).isNull();
        append("e");
        assertThat(next()).isNull();
        append("\n");
        assertThat(next()).isEqualTo("one");
    }

    @Test
    void theRestIsALineWhenTheInputHasEnded() {
        append("one\ntwo");
        lines.endInput();

        assertThat(next()).isEqualTo("one");
        assertThat(lines.isAtEnd()).isFalse();
        assertThat(next()).isEqualTo("two");
        assertThat(next()).isNull();
        assertThat(lines.isAtEnd()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"12345678\n", "12345678\r\n"})
    void aLineOfTheHighestLengthIsTaken(String input) {
        append(input);

        assertThat(next()).isEqualTo("12345678");
        assertThat(lines.isTooLong()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"123456789\n", "123456789\r\n", "1234567890"})
    void aLongerLineIsTooLong(String input) {
        append(input);

        assertThat(next()).isNull();
        assertThat(lines.isTooLong()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"123456789\n", "123456789\r\n", "1234567890"})
    void aLongerLineIsTooLongInPiecesToo(String input) {
        for (String piece : input.split("")) {
            append(piece);
            assertThat(next()).isNull();
        }

        assertThat(lines.isTooLong()).isTrue();
    }

    @Test
    void aLastLineThatIsLongerIsTooLong() {
        append("123456789");
        assertThat(next()).isNull();
        assertThat(lines.isTooLong()).isFalse();
        lines.endInput();

        assertThat(next()).isNull();
        assertThat(lines.isTooLong()).isTrue();
    }

    @Test
    void whatWasTakenIsNotKeptThoughEveryReadEndsWithinALine() {
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
        LineBuffer stream = new LineBuffer(allocator, 8);
        for (int i = 0; i < 10_000; i++) {
            stream.append(allocator.buffer().writeBytes("one\ntwo\nth".getBytes(US_ASCII)));
            while (stream.nextLine() != null) {
                // Taken.
            }
        }

        assertThat(allocator.metric().usedHeapMemory()).isLessThan(4096);
    }

    @Test
    void releaseDropsTheInput() {
        ByteBuf input = Unpooled.copiedBuffer("one\ntwo", US_ASCII);
        lines.append(input);
        lines.release();

        assertThat(input.refCnt()).isZero();
        assertThat(next()).isNull();
    }

    private void append(String input) {
        lines.append(Unpooled.copiedBuffer(input, US_ASCII));
    }

    private String next() {
        ByteBuf line = lines.nextLine();
        return line == null ? null : line.toString(US_ASCII);
    }
}
