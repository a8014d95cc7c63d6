package io.snowkeeper.coordinator.sequence.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.core.sequence.NumberRange;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PackedRunsTest {

    private static final NumberSet NUMBERS = NumberSet.of(List.of(
            new NumberRange(1, 1),
            new NumberRange(1_000_000, 1_000_002),
            new NumberRange(Long.MAX_VALUE, Long.MAX_VALUE)));

    private static PackedRuns decoded(String json) throws IOException {
        return PayloadCodec.decode(json.getBytes(UTF_8), PackedRuns.class);
    }

    @Test
    void eachRunIsToldByItsDistanceAndItsSize() throws IOException {
        byte[] json = PayloadCodec.encode(PackedRuns.of(NUMBERS));
        assertThat(new String(json, UTF_8)).isEqualTo("[1,1,999999,3,9223372036853775805,1]");
        assertThat(PayloadCodec.decode(json, PackedRuns.class).numbers()).isEqualTo(NUMBERS);
    }

    @Test
    void noNumbersAreNoRuns() throws IOException {
        assertThat(PayloadCodec.encode(PackedRuns.of(NumberSet.EMPTY)))
                .asString(UTF_8)
                .isEqualTo("[]");
        assertThat(decoded("[]").numbers()).isEqualTo(NumberSet.EMPTY);
    }

    @Test
    void whatIsNoListOfPairsIsRefused() {
        assertThatThrownBy(() -> decoded("[1,1,2]"))
                .isInstanceOf(IOException.class)
                .hasMessage("must be pairs: length=3");
    }

    @Test
    void whatIsNoNumbersIsRefused() {
        assertThatThrownBy(() -> decoded("[1,0]"))
                .isInstanceOf(IOException.class)
                .hasMessage("a range's last number must be >= its first: from=1, to=0");
        assertThatThrownBy(() -> decoded("[9223372036854775807,2]"))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "a range's last number must be >= its first: from=9223372036854775807, to=-9223372036854775808");
    }
}
