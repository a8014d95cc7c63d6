package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.client.internal.wire.RequestLine;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.GivenOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class GivenOptionsTest {

    private static String lineWith(GivenOptions options) {
        return AsyncSequenceClient.withOptions(new RequestLine("c", 1, "t"), options)
                .end();
    }

    @Test
    void optionsThatAreNotGivenAreNotSent() {
        assertThat(lineWith(GivenOptions.NONE)).isEqualTo("{\"src\":\"c\",\"body\":{\"type\":\"t\",\"msg_id\":1}}\n");
    }

    @Test
    void allOptionsAreSentUnderTheirNames() {
        GivenOptions options = GivenOptions.NONE
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
                                + "\"reservation_time\":\"3s\",\"at_expiry\":\"hold\",\"max_pending\":6,\"key_retention\":\"4m\",\"max_keys\":5,\"ledger_retention\":\"7h\",\"step\":8}}\n");
    }

    @Test
    void valuesArePositive() {
        assertThatThrownBy(() -> GivenOptions.NONE.withBlock(0, 1)).hasMessage("must be >= 1: min_block=0");
        assertThatThrownBy(() -> GivenOptions.NONE.withKeyRetention(Duration.ofNanos(999_999)))
                .hasMessage("must be >= 1: key_retention in ms=0");
        assertThatThrownBy(() -> GivenOptions.NONE.withStep(0)).hasMessage("must be >= 1: step=0");
    }
}
