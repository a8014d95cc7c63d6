package io.snowkeeper.node.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BusyPollTest {

    @Test
    void allProcessorsPollButOne() {
        assertThat(BusyPoll.usual(4)).isEqualTo(new BusyPoll(100_000, 3));
    }

    @Test
    void theOnlyProcessorDoesNotPoll() {
        assertThat(BusyPoll.usual(1)).isEqualTo(BusyPoll.NEVER);
    }

    @Test
    void theOnlyProcessorPollsIfItIsAskedTo() {
        assertThat(BusyPoll.ofMicros(50, 1)).isEqualTo(new BusyPoll(50_000, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 10_001})
    void aTimeThatIsNegativeOrTooLongIsRefused(int micros) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BusyPoll.ofMicros(micros, 2))
                .withMessage("must be >= 0 && <= 10000: busyPollMicros=" + micros);
    }
}
