package io.snowkeeper.sequences;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.sequence.InvalidSequenceException;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SettleRequestTest {

    private static SettleRequest voiding(String reason) {
        return new SettleRequest(
                "A", Optional.empty(), OptionalLong.of(1), Settlement.VOID, Optional.empty(), Optional.of(reason));
    }

    @Test
    void aReasonThatWasCutWithinACharacterIsRefused() {
        assertThat(voiding("torn \ud83d\ude00").reason()).isPresent();
        assertThatThrownBy(() -> voiding("torn \ud83d"))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage(
                        "must be undamaged Unicode: reason has half of a character, U+D83D, at index 5; do not cut texts within one");
    }
}
