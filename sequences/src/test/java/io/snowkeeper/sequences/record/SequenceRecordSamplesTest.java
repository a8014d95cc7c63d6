package io.snowkeeper.sequences.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.progress.StoredProgress;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.sequences.ledger.LedgerSegment;
import io.snowkeeper.testkit.javadoc.RecordSample;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The samples in the Javadoc of the records of sequences have the written form. */
class SequenceRecordSamplesTest {

    static Stream<RecordSample> jsonSamples() throws IOException {
        return RecordSample.all().stream().filter(sample -> sample.type() != LedgerSegment.class);
    }

    private static RecordSample sampleOf(Class<?> type) throws IOException {
        return RecordSample.all().stream()
                .filter(sample -> sample.type() == type)
                .findFirst()
                .orElseThrow();
    }

    private static byte[] json(RecordSample sample) {
        return String.join("", sample.lines()).getBytes(UTF_8);
    }

    @ParameterizedTest
    @MethodSource("jsonSamples")
    void itIsReadAndWrittenAsItStands(RecordSample sample) throws IOException {
        Object read = PayloadCodec.decode(json(sample), sample.type());

        assertThat(PayloadCodec.encode(read)).asString(UTF_8).isEqualTo(new String(json(sample), UTF_8));
    }

    @Test
    void aSegmentOfALedgerIsRead() throws IOException {
        List<String> lines = sampleOf(LedgerSegment.class).lines();

        LedgerSegment read = LedgerSegment.read(String.join("\n", lines).getBytes(UTF_8));

        assertThat(read.entries()).isEqualTo(3);
    }

    /** A member knows so much of a sequence's state, and no more. */
    @Test
    void aStateHasComeAsFarForAMemberAsForItsSequence() throws IOException {
        byte[] state = json(sampleOf(SequenceRecord.class));

        assertThat(PayloadCodec.decode(state, StoredProgress.class).progress("invoices", "53l00uxqj2b7zuz2"))
                .isEqualTo(PayloadCodec.decode(state, SequenceRecord.class).progress("invoices", "53l00uxqj2b7zuz2"));
    }

    @Test
    void allKindsOfRecordsHaveOne() throws IOException {
        assertThat(RecordSample.all())
                .extracting(RecordSample::toString)
                .contains(
                        "NameRecord", "CreationRecord", "SequenceRecord", "KeyRecord", "PendingRecord", "BucketRecord")
                .contains("TurnRecord", "FormerRecord", "SweeperRecord", "PageTable", "ClaimPage", "LedgerSegment");
    }
}
