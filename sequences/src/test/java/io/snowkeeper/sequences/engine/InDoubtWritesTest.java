package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.sequences.plan.SentWrite;
import java.util.List;
import org.junit.jupiter.api.Test;

class InDoubtWritesTest {

    private static SentWrite write(int number) {
        return new SentWrite("i", 1, 7, "process-" + number, false, List.of());
    }

    @Test
    void howeverManyAreLostNoMoreAreKeptThanTheNextWriteSettles() {
        InDoubtWrites lost = new InDoubtWrites();
        lost.add(write(1));
        assertThat(lost.mustSettle()).isFalse();
        for (int i = 2; i < 1_000; i++) {
            lost.add(write(i));
            assertThat(lost.mustSettle()).isTrue();
        }
        assertThat(lost.size()).isEqualTo(2);
    }
}
