package io.snowkeeper.coordinator.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.snowkeeper.core.sequence.SequenceMode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors of a payload are in words about the payload, not about the library that reads it. */
class PayloadCodecTest {

    private record Place(
            String name,
            long number,
            Instant time,
            List<Long> numbers,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            SequenceMode mode) {}

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "EMPTY", textBlock = """
            EMPTY | it is not a JSON object, or has more behind its end
            {"name":"a | it ends in the middle, after 10 bytes
            {"name":"a", | it ends in the middle, after 12 bytes
            {"name":x | it is not JSON at byte 8
            [1] | it is not a JSON object, or has more behind its end
            {"name":"a","time":"2026-01-01T00:00:00Z","numbers":[]} | it has no field number
            {"name":"a","number":99999999999999999999,"time":"2026-01-01T00:00:00Z","numbers":[]} | it has a number that is too large, before byte 41
            {"name":"a","number":1,"time":"2026-01-01T00:00:00Z","numbers":[],"mode":"NEW"} | its field mode has a value that this version does not know: NEW
            {"name":"a","number":"x","time":"2026-01-01T00:00:00Z","numbers":[]} | its field number has a value of another kind
            {"name":"a","number":null,"time":"2026-01-01T00:00:00Z","numbers":[]} | its field number has a value of another kind
            {"name":"a","number":1,"time":"yesterday","numbers":[]} | its field time has a value of another kind
            {"name":"a","number":1,"time":"2026-01-01T00:00:00Z","numbers":[1,"x"]} | its field numbers.[1] has a value of another kind
            {"name":"a","number":1,"time":"2026-01-01T00:00:00Z","numbers":[]} {} | it is not a JSON object, or has more behind its end
            """)
    void whatIsWrongIsToldOfThePayload(String json, String message) {
        byte[] payload = json == null ? new byte[0] : json.getBytes(UTF_8);

        assertThatIOException()
                .isThrownBy(() -> PayloadCodec.decode(payload, Place.class))
                .withMessage(message);
    }
}
