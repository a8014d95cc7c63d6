package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FirstSequenceTest {

    private static final long T = Instant.parse("2026-03-01T12:00:00Z").toEpochMilli();

    private final ManualTime time = new ManualTime(T);

    @Test
    void startsEachTickWhereTheRandomNumberSays() {
        int[] numbers = {13, 0, 15};
        int[] drawn = {0};
        SnowflakeGenerator generator = startingAt(FirstSequence.randomBelow(16, bound -> numbers[drawn[0]++]));

        assertThat(sequenceAt(generator, T)).isEqualTo(13);
        assertThat(sequenceAt(generator, T)).isEqualTo(14);
        assertThat(sequenceAt(generator, T + 1)).isZero();
        assertThat(sequenceAt(generator, T + 2)).isEqualTo(15);
    }

    @Test
    void drawsBelowItsBound() {
        int[] asked = new int[1];
        SnowflakeGenerator generator = startingAt(FirstSequence.randomBelow(4096, bound -> {
            asked[0] = bound;
            return bound - 1;
        }));

        assertThat(sequenceAt(generator, T)).isEqualTo(4095);
        assertThat(asked[0]).isEqualTo(4096);
    }

    @Test
    void spreadsIdsOverTheResidues() {
        SnowflakeGenerator generator = startingAt(FirstSequence.randomBelow(16));
        boolean[] residues = new boolean[16];

        for (int i = 0; i < 1000; i++) {
            residues[(int) (sequenceAt(generator, T + i) % 16)] = true;
        }

        assertThat(residues).doesNotContain(false);
    }

    @Test
    void isWrittenInAWord() {
        assertThat(FirstSequence.of("zero")).isEqualTo(FirstSequence.ZERO);
        assertThat(FirstSequence.of("random").bound()).isEqualTo(64);
        assertThat(FirstSequence.of("random:1000").bound()).isEqualTo(1000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "one", "random:", "random:x", "random:99999999999", "Zero"})
    void anotherWordIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FirstSequence.of(text))
                .withMessage("must be zero, random or random:COUNT: firstSequence=" + text);
    }

    @Test
    void leavesTheSequencesBelowItsStartUnused() {
        SnowflakeGenerator generator = startingAt(FirstSequence.randomBelow(4096, bound -> 4000));

        assertThat(generator.nextRun(4096).count()).isEqualTo(96);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 16})
    void refusesARandomNumberOutOfItsRange(int number) {
        SnowflakeGenerator generator = startingAt(FirstSequence.randomBelow(16, bound -> number));

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(generator::next)
                .withMessage("random must be >= 0 && < 16: random=" + number);
    }

    @Test
    void startsAt0BelowABoundOfOne() {
        assertThat(sequenceAt(startingAt(FirstSequence.randomBelow(1)), T)).isZero();
    }

    @Test
    void refusesABoundBelowOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FirstSequence.randomBelow(0))
                .withMessage("must be >= 1: bound=0");
    }

    @Test
    void refusesABoundAboveTheSequencesOfATick() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> startingAt(FirstSequence.randomBelow(4097)))
                .withMessage("must be <= 4096, the sequences of a tick: bound=4097");
    }

    @Test
    void refusesNoRandom() {
        assertThatNullPointerException()
                .isThrownBy(() -> new FirstSequence(1, null))
                .withMessage("random");
    }

    private SnowflakeGenerator startingAt(FirstSequence firstSequence) {
        return SnowflakeGenerator.builder(Layout.DEFAULT, 7)
                .clock(time)
                .firstSequence(firstSequence)
                .build();
    }

    private long sequenceAt(SnowflakeGenerator generator, long millis) {
        time.set(millis);
        return Layout.DEFAULT.decompose(generator.next()).sequence();
    }
}
