package io.snowkeeper.coordinator.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.javadoc.RecordSample;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The samples in the Javadoc of records have the written form. */
class RecordSamplesTest {

    static List<RecordSample> samples() throws IOException {
        return RecordSample.all();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void itIsReadAndWrittenAsItStands(RecordSample sample) throws IOException {
        String json = String.join("", sample.lines());

        Object read = PayloadCodec.decode(json.getBytes(UTF_8), sample.type());

        assertThat(new String(PayloadCodec.encode(read), UTF_8)).isEqualTo(json);
    }

    @Test
    void allKindsOfRecordsHaveOne() throws IOException {
        assertThat(samples())
                .extracting(RecordSample::toString)
                .contains("ClaimRecord", "FleetRecord", "RestoreRecord", "SlotRecord", "NodeState", "SequenceNotes");
    }
}
