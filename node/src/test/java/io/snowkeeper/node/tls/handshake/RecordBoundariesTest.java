package io.snowkeeper.node.tls.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordBoundariesTest {

    private final RecordBoundaries records = new RecordBoundaries();

    @Test
    void ofWholeRecordsNothingIsLeft() {
        assertThat(records.pass(Unpooled.wrappedBuffer(record(0), record(1), record(16_401))))
                .isZero();
        assertThat(records.number()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 5, 6, 300, 304})
    void ofABegunRecordAllThatHasComeIsLeft(int length) {
        ByteBuf whole = record(300);

        assertThat(records.pass(whole.slice(0, length))).isEqualTo(length);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 299, 305, 306, 1000})
    void howTheBytesAreCutDoesNotMatter(int length) {
        ByteBuf all = Unpooled.wrappedBuffer(record(300), record(2), record(0), record(700));
        while (all.readableBytes() > length) {
            records.pass(all.readSlice(length));
        }

        assertThat(records.pass(all)).isZero();
        assertThat(records.number()).isEqualTo(4);
    }

    static ByteBuf record(int length) {
        return Unpooled.buffer()
                .writeByte(23)
                .writeShort(0x0303)
                .writeShort(length)
                .writeZero(length);
    }
}
