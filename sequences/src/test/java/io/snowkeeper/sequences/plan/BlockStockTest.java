package io.snowkeeper.sequences.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.record.OptionsRecord;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BlockStockTest {

    private static final OptionsRecord OPTIONS = OptionsRecord.of(SequenceOptions.DEFAULT.withBlock(100, 10_000));
    private static final long SECOND = 1_000_000_000;

    private final AtomicInteger asked = new AtomicInteger();
    private final BlockStock stock = new BlockStock(asked::incrementAndGet, System::nanoTime);

    private void fetch(long offset, long now) {
        long count = stock.refillSize(OPTIONS, 1_000_000, now);
        stock.add(List.of(block(offset, offset + 1, offset + count)));
    }

    private static Block block(long offset, long from, long to) {
        return new Block(offset, new NumberRange(from, to), NumberStep.ONE);
    }

    private long[] take(int count) {
        return Objects.requireNonNull(stock.take(count, Optional.empty())).numbers();
    }

    @Test
    void moreIsAskedForOnceWhenHalfIsUsed() {
        fetch(0, 0);
        for (int i = 0; i < 49; i++) {
            stock.serve(NextRequest.of("s"));
        }
        assertThat(asked).hasValue(0);
        for (int i = 0; i < 5; i++) {
            stock.serve(NextRequest.of("s"));
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void aRunMayBeginAndEndAtZero() {
        stock.add(List.of(block(0, 0, 3)));
        assertThat(stock.last()).isEqualTo(Sequences.NONE);
        assertThat(stock.takeRunAhead(1)).isZero();
        assertThat(stock.last()).isZero();
        assertThat(stock.takeRunAhead(3)).isEqualTo(3);
        assertThat(stock.takeRunAhead(1)).isEqualTo(Sequences.NONE);
    }

    @Test
    void aCallMayReachOverTheEndOfABlock() {
        stock.add(List.of(block(0, 1, 3), block(3, 11, 19)));
        assertThat(take(5)).containsExactly(1, 2, 3, 11, 12);
        assertThat(stock.available()).isEqualTo(7);
    }

    @Test
    void numbersAreAStepApart() {
        NumberStep step = new NumberStep(10, 1);
        stock.add(List.of(new Block(0, new NumberRange(0, 3), step), new Block(4, new NumberRange(100, 109), step)));
        assertThat(stock.takeRunAhead(2)).isEqualTo(11);
        assertThat(stock.last()).isEqualTo(11);
        assertThat(take(3)).containsExactly(21, 31, 1_001);
        assertThat(stock.last()).isEqualTo(1_001);
        assertThat(stock.takeRunAhead(2)).isEqualTo(1_021);
        stock.close();
        assertThat(stock.closedTail(14)).isEqualTo(7);
    }

    @Test
    void whatIsLeftOfABlockGoesOnByItsStep() {
        stock.add(List.of(new Block(0, new NumberRange(0, 3), new NumberStep(10, 1))));
        take(1);
        stock.add(List.of(new Block(4, new NumberRange(4, 9), new NumberStep(10, 1))));
        assertThat(stock.takeRunAhead(1)).isEqualTo(11);
        assertThat(take(4)).containsExactly(21, 31, 41, 51);
    }

    @Test
    void aBlockGrowsToLastTenSeconds() {
        fetch(0, 0);
        take(50);
        // 50 a second, so 500 are kept: 50 are there.
        assertThat(stock.refillSize(OPTIONS, 1_000_000, SECOND)).isEqualTo(450);
    }

    @Test
    void aBurstMakesABlockGrowEightfoldAtTheMost() {
        fetch(0, 0);
        take(100);
        assertThat(stock.refillSize(OPTIONS, 1_000_000, 1)).isEqualTo(800);
    }

    @Test
    void aBlockShrinksWhenNumbersAreAskedForSeldom() {
        fetch(0, 0);
        take(100);
        fetch(100, 1);
        take(800);
        // A number in eight seconds would do with 10, but not below the minimum nor a fourth at once.
        assertThat(stock.refillSize(OPTIONS, 1_000_000, 6_400 * SECOND)).isEqualTo(200);
    }

    @Test
    void towardsTheEndOneNodeDoesNotTakeAll() {
        fetch(0, 0);
        take(100);
        assertThat(stock.refillSize(OPTIONS, 1_000, 1)).isEqualTo(250);
    }

    @Test
    void whatWaitsIsFetchedThoughItIsMoreThanABlock() {
        stock.want(5_000);
        assertThat(stock.refillSize(OPTIONS, 1_000_000, 0)).isEqualTo(5_000);
    }

    @Test
    void neighbouringBlocksAtTheEndAreGivenBackTogether() {
        stock.add(List.of(block(0, 1, 10), block(10, 11, 20)));
        take(4);
        stock.close();
        assertThat(stock.closedTail(20)).isEqualTo(4);
    }

    @Test
    void aBlockThatComesAfterTheEndIsNotHandedOutButGivenBack() {
        stock.close();
        stock.add(List.of(block(0, 1, 10)));
        assertThat(stock.take(1, Optional.empty())).isNull();
        assertThat(stock.closedTail(10)).isZero();
    }

    @Test
    void aBlockThatOthersCameAfterIsNotGivenBack() {
        stock.add(List.of(block(0, 1, 10), block(30, 31, 40)));
        stock.close();
        assertThat(stock.closedTail(40)).isEqualTo(30);
        assertThat(stock.closedTail(41)).isEqualTo(41);
    }
}
