package io.snowkeeper.sequences.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.ledger.audit.SampleLedger;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerFormatTest {

    private static SampleLedger sample() {
        SampleLedger ledger = SampleLedger.created();
        ledger.write(ledger.reserve(2, "a, \"b\"\r\nc\u0001\u2028ä😀"), ledger.reserve(1, null));
        ledger.write(ledger.settle(LedgerEvent.VOID, 1));
        return ledger;
    }

    @Test
    void anEntryIsAnObjectOfJsonWithoutWhatIsAbsent() {
        List<LedgerEntry> entries = sample().entries();
        assertThat(LedgerFormat.NDJSON.line(entries.get(1)))
                .isEqualTo(
                        "{\"entry\":2,\"event\":\"reserve\",\"numbers\":\"1-2\",\"reservation\":0,\"key\":\"a, \\\"b\\\"\\r\\nc\\u0001\u2028ä😀\",\"subject\":\"app\",\"after\":\"2023-11-14T22:13:20.007Z\",\"time\":\"2023-11-14T22:13:20.014Z\",\"hash\":\"%s\"}\n"
                                .formatted(entries.get(1).hash()));
    }

    @Test
    void anEntryIsARecordOfCsvWhoseFieldsAreQuotedWhereTheyMustBe() {
        List<LedgerEntry> entries = sample().entries();
        assertThat(LedgerFormat.CSV.header())
                .isEqualTo("entry,event,numbers,reservation,key,subject,reason,period,after,time,hash\r\n");
        assertThat(LedgerFormat.CSV.line(entries.get(1)))
                .isEqualTo(
                        "2,reserve,1-2,0,\"a, \"\"b\"\"\r\nc\u0001\u2028ä😀\",app,,,2023-11-14T22:13:20.007Z,2023-11-14T22:13:20.014Z,%s\r\n"
                                .formatted(entries.get(1).hash()));
        assertThat(LedgerFormat.CSV.line(entries.get(3))).startsWith("4,void,3,1,,ops,\"printed, \"\"torn\"\"\",,2023");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+1", "-1", "@A1", "\tx", "\rx", "\nx", "'=1", "'", "''", "\uff1d1"})
    void aTextThatASpreadsheetWouldTakeForAFormulaHasAnApostropheBeforeIt(String key) {
        SampleLedger ledger = SampleLedger.created();
        ledger.write(ledger.reserve(1, key));
        LedgerEntry entry = ledger.entries().get(1);
        String record = LedgerFormat.CSV.text(entry);
        assertThat(record).containsPattern("^2,reserve,1,0,\"?'").contains("'" + key);
        assertThat(LedgerFormat.CSV.read(record)).isEqualTo(entry);
    }

    @ParameterizedTest
    @ValueSource(strings = {";", "\t", "\n", "\r\n"})
    void noCellOfASpreadsheetThatEndsCellsElsewhereIsAFormula(String separator) {
        SplittableRandom random = new SplittableRandom(separator.hashCode());
        String letters = separator.repeat(2) + "a =+-@'\"\uff1d,;\t\r\n";
        for (int i = 0; i < 2_000; i++) {
            String key = random.ints(1 + random.nextInt(12), 0, letters.length())
                    .mapToObj(at -> letters.substring(at, at + 1))
                    .collect(Collectors.joining());
            SampleLedger ledger = SampleLedger.created();
            ledger.write(ledger.reserve(1, key));
            LedgerEntry entry = ledger.entries().get(1);
            String record = LedgerFormat.CSV.text(entry);

            assertThat(record.split("\n".equals(separator) ? "[\r\n]" : separator, -1))
                    .as(key)
                    .noneMatch(cell -> cell.matches("(?s)\"*[=+\\-@\uff1d].*"));
            assertThat(LedgerFormat.CSV.read(record)).isEqualTo(entry);
        }
    }

    @Test
    void aRecordWithAFormulaIsNoEntry() {
        SampleLedger ledger = SampleLedger.created();
        ledger.write(ledger.reserve(1, "=1"));
        String record = LedgerFormat.CSV.text(ledger.entries().get(1));
        assertThatThrownBy(() -> LedgerFormat.CSV.read(record.replace("'=1", "=1")))
                .isInstanceOf(InvalidLedgerException.class)
                .hasMessageStartingWith("not as an entry is written: 2,reserve");
    }

    @Test
    void theHashIsThatOfTheHashBeforeAndOfTheLineWithoutTimeAndHash() throws NoSuchAlgorithmException {
        List<LedgerEntry> entries = sample().entries();
        String line = LedgerFormat.NDJSON.line(entries.get(1));
        String hashed = entries.get(0).hash() + "\n" + line.substring(0, line.indexOf(",\"time\"")) + "}";
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(hashed.getBytes(StandardCharsets.UTF_8));
        assertThat(HexFormat.of().formatHex(hash)).isEqualTo(entries.get(1).hash());
    }

    @ParameterizedTest
    @EnumSource
    void whatWasWrittenIsReadAsItWas(LedgerFormat format) throws IOException {
        SampleLedger ledger = sample().live(new SplittableRandom(7), 100);
        StringBuilder text = new StringBuilder(format.header());
        ledger.entries().forEach(entry -> text.append(format.line(entry)));
        try (LedgerReader reader = new LedgerReader(new StringReader(text.toString()))) {
            for (LedgerEntry entry : ledger.entries()) {
                assertThat(reader.next()).isEqualTo(entry);
            }
            assertThat(reader.next()).isNull();
        }
    }

    @Test
    void aLineThatIsNoEntryIsPassedOverAndTheNextOneIsRead() throws IOException {
        LedgerEntry entry = sample().entries().get(0);
        try (LedgerReader reader =
                new LedgerReader(new StringReader("{\"entry\":1}\n" + LedgerFormat.NDJSON.line(entry)))) {
            assertThatThrownBy(reader::next)
                    .isInstanceOf(InvalidLedgerException.class)
                    .hasMessage("no entry, event is missing: {\"entry\":1}");
            assertThat(reader.next()).isEqualTo(entry);
        }
    }

    @Test
    void aLineWithTheSameFieldsInAnotherFormIsNoEntry() {
        String line = LedgerFormat.NDJSON.text(sample().entries().get(0));
        assertThatThrownBy(() -> LedgerFormat.NDJSON.read(line.replace(",\"event\"", ", \"event\"")))
                .isInstanceOf(InvalidLedgerException.class)
                .hasMessageStartingWith("not as an entry is written: {");
        assertThatThrownBy(() -> LedgerFormat.NDJSON.read(line.replace("\"entry\":1", "\"entry\":1,\"entry\":1")))
                .isInstanceOf(InvalidLedgerException.class)
                .hasMessageStartingWith("no field of an entry, or there twice: entry");
    }

    @Test
    void aReservationHasNumbers() {
        assertThatThrownBy(() -> Posting.reserve(1, List.of(), Optional.empty(), Optional.empty()))
                .isInstanceOf(InvalidLedgerException.class)
                .hasMessage(
                        "must have a reservation and its numbers: event=reserve, reservation=OptionalLong[1], numbers=");
    }

    @Test
    void halfACharacterIsNoText() {
        assertThatThrownBy(() ->
                        Posting.reserve(1, List.of(new NumberRange(1, 1)), Optional.of("a\ud800"), Optional.empty()))
                .isInstanceOf(InvalidLedgerException.class)
                .hasMessage("must be a text of one character at least: key");
    }
}
