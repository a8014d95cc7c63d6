package io.snowkeeper.node.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class IdCheckTest {

    @Test
    void increasingIdsAreSortedAndUnique() {
        assertChecked(new long[] {10, 20, 30}, 3, true);
    }

    @Test
    void noIdsAreSortedAndUnique() {
        assertChecked(new long[] {}, 0, true);
    }

    @Test
    void aRepeatedIdIsReportedOnce() {
        assertChecked(new long[] {10, 20, 10, 30, 10}, 3, false, 10);
    }

    @Test
    void duplicatesComeInTheOrderInWhichTheirRepetitionIsMet() {
        assertChecked(new long[] {1, 2, 3, 3, 1, 2, 3}, 3, false, 3, 1, 2);
    }

    @Test
    void equalNeighboursAreNotSorted() {
        assertChecked(new long[] {5, 5}, 1, false, 5);
    }

    @Test
    void idsOutOfOrderMayAllBeUnique() {
        assertChecked(new long[] {30, 20, Long.MIN_VALUE, Long.MAX_VALUE}, 4, false);
    }

    @Test
    void manyRepeatedIdsAreAllFound() {
        long[] twice = LongStream.range(0, 20_000).map(i -> i % 10_000).toArray();

        assertChecked(twice, 10_000, false, LongStream.range(0, 10_000).toArray());
    }

    private static void assertChecked(long[] ids, int unique, boolean sorted, long... duplicates) {
        IdCheck check = IdCheck.of(ids);
        assertThat(check.count()).isEqualTo(ids.length);
        assertThat(check.unique()).isEqualTo(unique);
        assertThat(check.sorted()).isEqualTo(sorted);
        assertThat(check.duplicates()).containsExactly(duplicates);
    }
}
