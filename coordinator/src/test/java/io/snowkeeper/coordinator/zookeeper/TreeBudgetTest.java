package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TreeBudgetTest {

    private static final long MEBIBYTE = 1 << 20;
    private static final String SEQUENCE = "/snowkeeper/sequences/A";

    private final TreeBudget budget = new TreeBudget(96 * MEBIBYTE, () -> 0);

    @ParameterizedTest
    @ValueSource(
            strings = {
                SEQUENCE,
                SEQUENCE + "/1x/keys/07/ab",
                SEQUENCE + "/1x/pending/84/357",
                "/snowkeeper/keys/sequences/B",
            })
    void whatGrowsAtWillIsRefusedInATreeThatHasOutgrownItsShare(String path) {
        assertThat(budget.admits(path, 100, 100 * MEBIBYTE)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/snowkeeper/workers/0",
                "/snowkeeper/sweeper/latch-1",
                SEQUENCE + "/1x",
                SEQUENCE + "/1x/state",
                SEQUENCE + "/1x/keys/07",
                SEQUENCE + "/1x/pending/84",
            })
    void allElseIsTakenInATreeThatHasOutgrownItsShare(String path) {
        assertThat(budget.admits(path, 100, 100 * MEBIBYTE)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"8, 1", "64, 19", "96, 38", "205, 103", "1024, 595"})
    void theShareGrowsWithTheHeap(long heap, long share) {
        TreeBudget of = new TreeBudget(heap * MEBIBYTE, () -> 0);

        assertThat(of.admits(SEQUENCE, 0, share * MEBIBYTE - 1)).isTrue();
        assertThat(of.admits(SEQUENCE, 0, (share + 1) * MEBIBYTE)).isFalse();
    }

    @Test
    void znodesCountBesideTheirData() {
        assertThat(budget.admits(SEQUENCE, 60_000, 1)).isTrue();
        assertThat(budget.admits(SEQUENCE, 80_000, 1)).isFalse();
    }
}
