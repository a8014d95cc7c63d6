package io.snowkeeper.core.sortable;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class SortableIdRunTest {

    private static final SortableLayout LAYOUT = SortableLayout.NANOSECOND;

    @Test
    void refusesToBeEmpty() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SortableIdRun(LAYOUT, 1, 0, 7, 0))
                .withMessage("must be >= 1: count=0");
    }

    @Test
    void refusesALastIdBeyondTheTick() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SortableIdRun(LAYOUT, 1, 65_535, 7, 2))
                .withMessage("must be >= 0 && <= 65535: counter=65536");
    }

    @Test
    void refusesALastIdBeyondAnUnsignedLong() {
        SortableLayout layout = new SortableLayout(SortableUnit.MILLISECOND, 7, 8, 1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SortableIdRun(layout, 1, -1, 7, 2))
                .withMessage("must be <= 2^64 - firstCounter: firstCounter=18446744073709551615, count=2");
    }

    @Test
    void refusesANodeThatDoesNotFit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SortableIdRun(LAYOUT, 1, 0, 16_777_216, 1))
                .withMessage("must be >= 0 && <= 16777215: node=16777216");
    }
}
