package io.snowkeeper.core.sortable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SortableLayoutTest {

    @Test
    void hasAPresetForEachUnit() {
        assertThat(SortableLayout.SECOND).isEqualTo(new SortableLayout(SortableUnit.SECOND, 6, 6, 4));
        assertThat(SortableLayout.MILLISECOND).isEqualTo(new SortableLayout(SortableUnit.MILLISECOND, 8, 4, 4));
        assertThat(SortableLayout.MICROSECOND).isEqualTo(new SortableLayout(SortableUnit.MICROSECOND, 8, 4, 4));
        assertThat(SortableLayout.NANOSECOND).isEqualTo(new SortableLayout(SortableUnit.NANOSECOND, 11, 2, 3));
    }

    @Test
    void tellsItsWidths() {
        assertThat(SortableLayout.NANOSECOND.widths()).isEqualTo("11+2+3");
    }

    @Test
    void tellsTheHighestValues() {
        assertThat(SortableLayout.SECOND.maxTime()).isEqualTo(0xFFFF_FFFF_FFFFL);
        assertThat(SortableLayout.SECOND.maxCounter()).isEqualTo(0xFFFF_FFFF_FFFFL);
        assertThat(SortableLayout.SECOND.maxNode()).isEqualTo(0xFFFF_FFFFL);
        assertThat(SortableLayout.NANOSECOND.maxCounter()).isEqualTo(65_535);
        assertThat(SortableLayout.NANOSECOND.maxNode()).isEqualTo(0xFF_FFFF);
    }

    @Test
    void tellsWhatAnUnsignedLongCanHoldOfALongerTime() {
        assertThat(SortableLayout.MILLISECOND.maxTime()).isEqualTo(0xFFFF_FFFF_FFFF_FFFFL);
        assertThat(SortableLayout.NANOSECOND.maxTime()).isEqualTo(0xFFFF_FFFF_FFFF_FFFFL);
        assertThat(new SortableLayout(SortableUnit.MILLISECOND, 7, 6, 3).maxTime())
                .isEqualTo(0xFF_FFFF_FFFF_FFFFL);
    }

    @Test
    void putsTimeBeforeCounterBeforeNode() {
        assertThat(SortableLayout.SECOND.compose(0x010203040506L, 0x111213141516L, 0x21222324L))
                .hasToString("01020304050611121314151621222324");
        assertThat(SortableLayout.MILLISECOND.compose(0x0102030405060708L, 0x11121314L, 0x21222324L))
                .hasToString("01020304050607081112131421222324");
        assertThat(SortableLayout.NANOSECOND.compose(0x0102030405060708L, 0x1112L, 0x212223L))
                .hasToString("00000001020304050607081112212223");
    }

    @ParameterizedTest
    @CsvSource({
        "14,1,1", "3,6,7", "8,1,7", "8,7,1", "1,14,1", "1,1,14", "15,0,1", "1,0,15", "4,8,4", "3,9,4", "9,6,1", "6,6,4",
        "8,4,4", "11,2,3"
    })
    void takesApartWhatItPutTogether(int timeBytes, int counterBytes, int nodeBytes) {
        SortableLayout layout = new SortableLayout(SortableUnit.SECOND, timeBytes, counterBytes, nodeBytes);
        long time = layout.maxTime() - 5;
        long counter = layout.maxCounter() & ~3;
        long node = layout.maxNode() - 1;

        SortableId id = layout.compose(time, counter, node);

        assertThat(layout.timeOf(id)).isEqualTo(time);
        assertThat(layout.counterOf(id)).isEqualTo(counter);
        assertThat(layout.nodeOf(id)).isEqualTo(node);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0; 9; 7; must be >= 1 && <= 15: timeBytes=0",
                "16; 0; 0; must be >= 1 && <= 15: timeBytes=16",
                "12; -1; 5; must be >= 0 && <= 14: counterBytes=-1",
                "1; 15; 0; must be >= 0 && <= 14: counterBytes=15",
                "10; 6; 0; must be >= 1 && <= 15: nodeBytes=0",
                "1; 0; 16; must be >= 1 && <= 15: nodeBytes=16",
                "8; 4; 3; widths must sum to 16: 8+4+3 sum to 15",
                "8; 4; 5; widths must sum to 16: 8+4+5 sum to 17"
            })
    void refusesOtherWidths(int timeBytes, int counterBytes, int nodeBytes, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SortableLayout(SortableUnit.SECOND, timeBytes, counterBytes, nodeBytes))
                .withMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "-1; 0; 0; must be >= 0 && <= 281474976710655: time=-1",
                "281474976710656; 0; 0; must be >= 0 && <= 281474976710655: time=281474976710656",
                "0; -1; 0; must be >= 0 && <= 281474976710655: counter=-1",
                "0; 281474976710656; 0; must be >= 0 && <= 281474976710655: counter=281474976710656",
                "0; 0; -1; must be >= 0 && <= 4294967295: node=-1",
                "0; 0; 4294967296; must be >= 0 && <= 4294967295: node=4294967296"
            })
    void refusesPartsThatDoNotFit(long time, long counter, long node, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SortableLayout.SECOND.compose(time, counter, node))
                .withMessage(message);
    }

    @Test
    void losesNothingOfAnIdThatIsAllOnes() {
        SortableId ones = new SortableId(-1, -1);
        SortableLayout layout = new SortableLayout(SortableUnit.MILLISECOND, 8, 7, 1);

        assertThat(layout.compose(layout.timeOf(ones), layout.counterOf(ones), layout.nodeOf(ones)))
                .isEqualTo(ones);
        assertThat(Long.toUnsignedString(layout.timeOf(ones))).isEqualTo("18446744073709551615");
    }

    @Test
    void takesNoPartFromAnIdThatALongCannotHold() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SortableLayout.NANOSECOND.timeOf(new SortableId(-1, -1)))
                .withMessage("the first 3 of the 11 bytes of the time must be 0: id=ffffffffffffffffffffffffffffffff");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new SortableLayout(SortableUnit.SECOND, 5, 9, 2).counterOf(new SortableId(1L << 16, 0)))
                .withMessage(
                        "the first 1 of the 9 bytes of the counter must be 0: id=00000000000100000000000000000000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SortableLayout(SortableUnit.SECOND, 5, 0, 11).nodeOf(new SortableId(1, 0)))
                .withMessage("the first 3 of the 11 bytes of the node must be 0: id=00000000000000010000000000000000");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 1_000_000_001})
    void refusesUnitsBelowANanosecondAndAboveASecond(long tickNanos) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SortableLayout(tickNanos, 6, 6, 4))
                .withMessage("must be >= 1 && <= 1000000000: tickNanos=" + tickNanos);
    }

    @Test
    void tellsTheLengthOfATick() {
        assertThat(SortableUnit.SECOND.nanos()).isEqualTo(1_000_000_000);
        assertThat(SortableUnit.MILLISECOND.nanos()).isEqualTo(1_000_000);
        assertThat(SortableUnit.MICROSECOND.nanos()).isEqualTo(1_000);
        assertThat(SortableLayout.MICROSECOND.tickNanos()).isEqualTo(1_000);
        assertThat(SortableUnit.NANOSECOND.nanos()).isEqualTo(1);
    }
}
