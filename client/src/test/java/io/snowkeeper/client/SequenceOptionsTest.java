package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.client.internal.wire.RequestLine;
import io.snowkeeper.core.sequence.AtExpiry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SequenceOptionsTest {

    private static String lineWith(SequenceOptions options) {
        return options.addTo(new RequestLine("c", 1, "t")).end();
    }

    @Test
    void optionsThatAreNotGivenAreNotSent() {
        assertThat(lineWith(SequenceOptions.NONE))
                .isEqualTo("{\"src\":\"c\",\"body\":{\"type\":\"t\",\"msg_id\":1}}\n");
    }

    @Test
    void allOptionsAreSentUnderTheirNames() {
        SequenceOptions options = SequenceOptions.NONE
                .withBlock(1, 2)
                .withReservationTime(Duration.ofSeconds(3))
                .withKeyRetention(Duration.ofMinutes(4))
                .withMaxKeys(5)
                .withMaxPending(6)
                .withAtExpiry(AtExpiry.HOLD)
                .withLedgerRetention(Duration.ofHours(7))
                .withStep(8);

        assertThat(lineWith(options))
                .isEqualTo(
                        "{\"src\":\"c\",\"body\":{\"type\":\"t\",\"msg_id\":1,\"min_block\":1,\"max_block\":2,"
                                + "\"reservation_time\":\"3s\",\"key_retention\":\"4m\",\"max_keys\":5,\"max_pending\":6,\"at_expiry\":\"hold\",\"ledger_retention\":\"7h\",\"step\":8}}\n");
    }

    @Test
    void valuesArePositive() {
        assertThatThrownBy(() -> SequenceOptions.NONE.withBlock(0, 1)).hasMessage("must be >= 1: minBlock=0");
        assertThatThrownBy(() -> SequenceOptions.NONE.withKeyRetention(Duration.ofNanos(999_999)))
                .hasMessage("must be >= 1: keyRetention in ms=0");
        assertThatThrownBy(() -> SequenceOptions.NONE.withStep(0)).hasMessage("must be >= 1: step=0");
    }
}
