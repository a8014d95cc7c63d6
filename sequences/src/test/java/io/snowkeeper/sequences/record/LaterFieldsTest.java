package io.snowkeeper.sequences.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.record.BucketRecord.Fate;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fields of a later version stay in a sequence's records when this version writes them. */
class LaterFieldsTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SequenceRecord STATE = SequenceRecord.of(
            new SequenceDefinition(
                    "orders", SequenceMode.ORDERED, List.of(new NumberRange(1, 100)), SequenceOptions.DEFAULT),
            StateLimits.DEFAULT);

    static List<UnaryOperator<SequenceRecord>> writes() {
        return List.of(
                state -> state.withTaken(7),
                state -> state.withReturned(ReturnedNumbers.NONE),
                state -> state.withKeys(1),
                state -> state.withPending(1, 1),
                state -> state.withRanges(state.ranges()),
                state -> state.withOptions(OptionsRecord.of(SequenceOptions.DEFAULT), 0),
                state -> state.withGrant(new LastGrant("p-1", 1, 1)));
    }

    @ParameterizedTest
    @MethodSource("writes")
    void aStateKeepsThemAndThoseOfItsOptions(UnaryOperator<SequenceRecord> write) throws IOException {
        ObjectNode later = json(STATE);
        later.putObject("quota").put("alice", 5);
        ((ObjectNode) later.get("options")).put("colour", "blue");

        ObjectNode written =
                json(write.apply(PayloadCodec.decode(JSON.writeValueAsBytes(later), SequenceRecord.class)));

        assertThat(written.get("quota")).isEqualTo(later.get("quota"));
        assertThat(written.at("/options/colour").asText()).isEqualTo("blue");
    }

    @Test
    void aBucketKeepsThem() throws IOException {
        ObjectNode later = json(BucketRecord.of(new ReservationTerm(60_000, AtExpiry.RETURN)));
        later.put("sealed", false);

        BucketRecord read = PayloadCodec.decode(JSON.writeValueAsBytes(later), BucketRecord.class);

        for (Fate fate : List.of(Fate.CONFIRMED, Fate.CANCELLED, Fate.EXPIRED, Fate.VOID)) {
            assertThat(json(read.with(3, fate)).get("sealed")).isEqualTo(later.get("sealed"));
        }
        assertThat(read.with(3, Fate.VOID).maxBytes())
                .isGreaterThanOrEqualTo(json(read.with(3, Fate.VOID)).toString().length());
    }

    @Test
    void aStateWithoutThemDoesNotTellOfThem() throws IOException {
        byte[] written = PayloadCodec.encode(STATE);

        assertThat(PayloadCodec.encode(PayloadCodec.decode(written, SequenceRecord.class)))
                .isEqualTo(written);
        assertThat(new String(written, UTF_8)).doesNotContain("unknown");
    }

    @Test
    void optionsThatRequireMoreKeepTheStateFromBeingRead() throws IOException {
        ObjectNode later = json(STATE);
        ((ObjectNode) later.get("options")).putArray("requires").add("steps");

        assertThatThrownBy(() -> PayloadCodec.decode(JSON.writeValueAsBytes(later), SequenceRecord.class))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("its readers must know [\"steps\"]");
    }

    private static ObjectNode json(Object payload) throws IOException {
        return (ObjectNode) JSON.readTree(PayloadCodec.encode(payload));
    }
}
