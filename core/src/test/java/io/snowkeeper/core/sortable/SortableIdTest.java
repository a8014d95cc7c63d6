package io.snowkeeper.core.sortable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class SortableIdTest {

    private static final SortableId ID = new SortableId(0x0102030405060708L, 0xF1F2F3F4F5F6F7F8L);

    @Test
    void isWrittenAsItsBytesFromTheHighest() {
        assertThat(ID.toBytes())
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8);
    }

    @Test
    void isReadFromItsBytes() {
        byte[] bytes = new byte[18];
        System.arraycopy(ID.toBytes(), 0, bytes, 2, 16);

        assertThat(SortableId.fromBytes(bytes, 2)).isEqualTo(ID);
    }

    @Test
    void isNotReadFromFewerBytes() {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> SortableId.fromBytes(new byte[17], 2))
                .withMessage("Range [2, 2 + 16) out of bounds for length 17");
    }

    @Test
    void isAUuidOfTheSameBytes() {
        UUID uuid = UUID.fromString("01020304-0506-0708-f1f2-f3f4f5f6f7f8");

        assertThat(ID.toUuid()).isEqualTo(uuid);
        assertThat(SortableId.fromUuid(uuid)).isEqualTo(ID);
    }

    @Test
    void isShownInHex() {
        assertThat(ID).hasToString("0102030405060708f1f2f3f4f5f6f7f8");
    }

    @Test
    void comparesAsUnsignedBytes() {
        assertThat(new SortableId(-1, 0)).isGreaterThan(new SortableId(Long.MAX_VALUE, 0));
        assertThat(new SortableId(5, -1)).isGreaterThan(new SortableId(5, Long.MAX_VALUE));
        assertThat(new SortableId(6, 0)).isGreaterThan(new SortableId(5, -1));
        assertThat(new SortableId(5, 7)).isEqualByComparingTo(new SortableId(5, 7));
    }
}
