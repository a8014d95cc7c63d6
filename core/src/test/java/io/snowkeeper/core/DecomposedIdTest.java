package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class DecomposedIdTest {

    @Test
    void takesZeros() {
        assertThat(new DecomposedId(Instant.EPOCH, 0, 0))
                .hasToString("DecomposedId[time=1970-01-01T00:00:00Z, workerId=0, sequence=0]");
    }

    @Test
    void refusesANegativeWorkerId() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DecomposedId(Instant.EPOCH, -1, 0))
                .withMessage("must be >= 0: workerId=-1");
    }

    @Test
    void refusesANegativeSequence() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DecomposedId(Instant.EPOCH, 0, -1))
                .withMessage("must be >= 0: sequence=-1");
    }

    @Test
    void refusesNoTime() {
        assertThatNullPointerException()
                .isThrownBy(() -> new DecomposedId(null, 0, 0))
                .withMessage("time");
    }
}
