package io.snowkeeper.node.line.codec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineBufferTest {

    private static final int MAX_LINE = 8;
    private static final int MAX_LONG_LINE = 16;

    private int judged;
    private final LineBuffer lines = buffer(UnpooledByteBufAllocator.DEFAULT);

    /** Another test of this JVM may look for leaks. */
    @AfterEach
    void release() {
        lines.release();
    }

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

    @ParameterizedTest
    @ValueSource(strings = {"long56789\n", "long567890123456\n", "long567890123456\r\n"})
    void aLineWhoseBeginningSaysSoMayBeLonger(String input) {
        append(input);

        assertThat(next()).isEqualTo(input.strip());
        assertThat(lines.isTooLong()).isFalse();
    }

    @Test
    void aLineMayBeLongerInPiecesTooAndIsJudgedOnce() {
        for (String piece : "long567890123456\r".split("")) {
            append(piece);
            assertThat(next()).isNull();
        }
        append("\n");

        assertThat(next()).isEqualTo("long567890123456");
        assertThat(judged).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"long5678901234567\n", "long56789012345678"})
    void aLineThatMayBeLongerHasALimitToo(String input) {
        append(input);

        assertThat(next()).isNull();
        assertThat(lines.isTooLong()).isTrue();
    }

    @Test
    void theLineAfterALongOneIsJudgedByItsOwnBeginning() {
        append("long56789\n123456789\n");

        assertThat(next()).isEqualTo("long56789");
        assertThat(next()).isNull();
        assertThat(lines.isTooLong()).isTrue();
    }

    @Test
    void aLineThatIsNotLongIsNotJudged() {
        append("12345678\r\n");
        next();

        assertThat(judged).isZero();
    }

    @Test
    void aSmallRestOfALargeReadKeepsNoLargeBuffer() {
        ByteBuf read = UnpooledByteBufAllocator.DEFAULT.buffer(64 * 1024).writeBytes("one\nt".getBytes(US_ASCII));
        lines.append(read);
        next();
        lines.trim();

        assertThat(read.refCnt()).isZero();
        assertThat(lines.capacity()).isLessThan(1024);
        append("wo\n");
        assertThat(next()).isEqualTo("two");
    }

    @Test
    void nothingIsKeptOfWhatWasTakenWhole() {
        ByteBuf read = Unpooled.copiedBuffer("one\n", US_ASCII);
        lines.append(read);
        next();
        lines.trim();

        assertThat(read.refCnt()).isZero();
        assertThat(lines.capacity()).isZero();
    }

    @Test
    void whatWasTakenIsNotKeptThoughEveryReadEndsWithinALine() {
        UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
        LineBuffer stream = buffer(allocator);
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

    private LineBuffer buffer(UnpooledByteBufAllocator allocator) {
        return new LineBuffer(allocator, MAX_LINE, MAX_LONG_LINE, beginning -> {
            judged++;
            return beginning.toString(US_ASCII).startsWith("long");
        });
    }

    private void append(String input) {
        lines.append(Unpooled.copiedBuffer(input, US_ASCII));
    }

    private String next() {
        ByteBuf line = lines.nextLine();
        return line == null ? null : line.toString(US_ASCII);
    }
}
