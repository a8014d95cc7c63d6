package io.snowkeeper.coordinator.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.sequence.ledger.LedgerSegment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The samples in the Javadoc of records are what is written. */
class RecordSamplesTest {

    private static final Path SOURCES = Path.of("src/main/java");
    private static final Pattern SAMPLE =
            Pattern.compile("<pre>\\{@code\n \\* [^\n]+\n(( \\* [^\n]+\n)+?) \\* \\}</pre>");

    /**
     * A sample.
     *
     * @param type the record whose Javadoc has it
     */
    record Sample(Class<?> type, List<String> lines) {

        @Override
        public String toString() {
            return type.getSimpleName();
        }
    }

    static List<Sample> samples() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .flatMap(RecordSamplesTest::sampleIn)
                    .toList();
        }
    }

    private static Stream<Sample> sampleIn(Path file) {
        try {
            Matcher sample = SAMPLE.matcher(Files.readString(file));
            if (!sample.find()) {
                return Stream.empty();
            }
            String name =
                    SOURCES.relativize(file).toString().replace(".java", "").replace('/', '.');
            return Stream.of(new Sample(
                    Class.forName(name),
                    sample.group(1).lines().map(line -> line.substring(3)).toList()));
        } catch (IOException | ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    static Stream<Sample> jsonSamples() throws IOException {
        return samples().stream().filter(sample -> sample.type() != LedgerSegment.class);
    }

    @ParameterizedTest
    @MethodSource("jsonSamples")
    void itIsReadAndWrittenAsItStands(Sample sample) throws IOException {
        String json = String.join("", sample.lines());

        Object read = PayloadCodec.decode(json.getBytes(UTF_8), sample.type());

        assertThat(new String(PayloadCodec.encode(read), UTF_8)).isEqualTo(json);
    }

    @Test
    void aSegmentOfALedgerIsRead() throws IOException {
        Sample sample = samples().stream()
                .filter(found -> found.type() == LedgerSegment.class)
                .findFirst()
                .orElseThrow();

        LedgerSegment read = LedgerSegment.read(
                sample.lines().stream().collect(Collectors.joining("\n")).getBytes(UTF_8));

        assertThat(read.entries()).isEqualTo(3);
    }

    @Test
    void allKindsOfRecordsHaveOne() throws IOException {
        assertThat(samples())
                .extracting(Sample::toString)
                .contains("ClaimRecord", "FleetRecord", "RestoreRecord", "SlotRecord", "NodeState", "SequenceNotes")
                .contains(
                        "NameRecord", "CreationRecord", "SequenceRecord", "KeyRecord", "PendingRecord", "BucketRecord")
                .contains("TurnRecord", "FormerRecord", "SweeperRecord", "PageTable", "ClaimPage", "LedgerSegment");
    }
}
