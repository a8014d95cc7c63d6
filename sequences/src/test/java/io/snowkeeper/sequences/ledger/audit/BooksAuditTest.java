package io.snowkeeper.sequences.ledger.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.sequences.ledger.LedgerEvent;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BooksAuditTest {

    @TempDir
    private Path folder;

    /** With keys a to f: numbers 1, 2 and 3 are confirmed, 4 is void, 5 has come back, and 6 is pending. */
    private static SampleLedger sample() {
        SampleLedger ledger = SampleLedger.created();
        for (String key : List.of("a", "b", "c", "d", "e", "f")) {
            ledger.write(ledger.reserve(1, key));
        }
        for (int reservation = 0; reservation < 3; reservation++) {
            ledger.write(ledger.settle(LedgerEvent.CONFIRM, reservation));
        }
        ledger.write(ledger.settle(LedgerEvent.VOID, 3), ledger.settle(LedgerEvent.CANCEL, 4));
        return ledger;
    }

    private Books books(String... lines) throws IOException {
        return Books.read(Files.write(folder.resolve("books"), List.of(lines)));
    }

    private static List<String> findings(SampleLedger ledger, Books books, @Nullable Period period) {
        LedgerAudit audit = new LedgerAudit(books, period);
        ledger.entries().forEach(audit::accept);
        return audit.report(Optional.of(ledger.balance())).findings().stream()
                .map(AuditFinding::toString)
                .toList();
    }

    private static List<String> findings(SampleLedger ledger, Books books) {
        return findings(ledger, books, null);
    }

    @Test
    void whatIsConfirmedIsInTheBooksOnceAndNothingElse() throws IOException {
        assertThat(findings(sample(), books("1", "3", "2"))).isEmpty();
        assertThat(findings(sample(), books("1,a", " 2 , b ", "", "3,c"))).isEmpty();
    }

    @Test
    void whatIsInNoBookIsNamed() throws IOException {
        assertThat(findings(sample(), books("2")))
                .containsExactly("number 1: confirmed, and in no book", "number 3: confirmed, and in no book");
    }

    @Test
    void whatWasNeverConfirmedIsNamedWithWhatHasBecomeOfIt() throws IOException {
        assertThat(findings(sample(), books("1", "2", "3", "4", "5", "6", "7", "8", "2000000")))
                .containsExactly(
                        "number 4: in the books, and void",
                        "number 6: in the books, and pending: confirm what was committed",
                        "number 5: in the books, and returned: another document may get it",
                        "number 7-8: in the books, and never given",
                        "number 2000000: in the books, and never given");
    }

    @Test
    void whatStandsTwiceIsNamed() throws IOException {
        assertThat(findings(sample(), books("1", "2", "3", "2", "1")))
                .containsExactly("number 1-2: twice in the books");
        assertThat(findings(sample(), books("1,a", "2,a", "3,c")))
                .containsExactly(
                        "number 2: in the books for the same document as 1",
                        "entry 9: number 2: confirmed for key b, and in the books for another document");
    }

    @Test
    void whatIsBookedForAnotherDocumentIsNamed() throws IOException {
        assertThat(findings(sample(), books("1,b", "2,a", "3,x")))
                .containsExactly(
                        "entry 8: number 1: confirmed for key a, which has 2 in the books",
                        "entry 9: number 2: confirmed for key b, which has 1 in the books",
                        "entry 10: number 3: confirmed for key c, and in the books for another document");
    }

    @Test
    void aDocumentMayHaveSeveralNumbersThatItGotAtOnce() throws IOException {
        SampleLedger ledger = SampleLedger.created();
        ledger.write(ledger.reserve(2, "a"));
        ledger.write(ledger.settle(LedgerEvent.CONFIRM, 0));
        assertThat(findings(ledger, books("1,a", "2,a"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,a 2,a 3,a", "1,a 3,a 2,a", "3,a 1,a 2,a"})
    void aDocumentMayHaveMoreThanTwoNumbers(String lines) throws IOException {
        SampleLedger ledger = SampleLedger.created();
        ledger.write(ledger.reserve(3, "a"));
        ledger.write(ledger.settle(LedgerEvent.CONFIRM, 0));
        assertThat(findings(ledger, books(lines.split(" ")))).isEmpty();
    }

    @Test
    void manyDocumentsMayHaveMoreThanTwoNumbers() throws IOException {
        Books books = books(IntStream.range(0, 6_000)
                .mapToObj(number -> (number + 1) + ",document " + number / 3)
                .toArray(String[]::new));
        for (int number = 0; number < 6_000; number++) {
            assertThat(books.have(number + 1, "document " + number / 3)).isTrue();
            assertThat(books.have(number + 1, "document " + (number / 3 + 1))).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,a 2,a 3,a", "1,a 3,a 2,a"})
    void aNumberThatADocumentDidNotGetIsNamedWhereverItStands(String lines) throws IOException {
        SampleLedger ledger = SampleLedger.created();
        ledger.write(ledger.reserve(2, "a"));
        ledger.write(ledger.reserve(1, null));
        ledger.write(ledger.settle(LedgerEvent.CONFIRM, 0), ledger.settle(LedgerEvent.CONFIRM, 1));
        assertThat(findings(ledger, books(lines.split(" "))))
                .containsExactly("number 3: in the books for the same document as 1");
    }

    @Test
    void booksAreOfThePeriodThatIsToldOrOfTheLastOne() throws IOException {
        SampleLedger ledger = SampleLedger.created();
        ledger.write(ledger.turn("2026"), ledger.reserve(1, "a"), ledger.reserve(1, "b"));
        ledger.write(ledger.settle(LedgerEvent.CONFIRM, 0));
        ledger.write(ledger.turn("2027"), ledger.reserve(1, "c"));
        ledger.write(ledger.settle(LedgerEvent.CONFIRM, 1), ledger.settle(LedgerEvent.CONFIRM, 2));
        assertThat(findings(ledger, books("1,c"))).isEmpty();
        assertThat(findings(ledger, books("1,a", "2,b"), Period.parse("2026"))).isEmpty();
        assertThat(findings(ledger, books("1,a"), Period.parse("2026")))
                .containsExactly("number 2: confirmed, and in no book (2026)");
        assertThat(findings(ledger, books("1"), Period.parse("2025")))
                .containsExactly("the books are of period 2025, which has not begun");
    }

    @Test
    void aLineThatDoesNotBeginWithANumberIsNamed() {
        assertThatThrownBy(() -> books("1", "number"))
                .isInstanceOf(IOException.class)
                .hasMessage("line 2 does not begin with a number: number");
        assertThatThrownBy(() -> books("-1")).hasMessage("line 1 does not begin with a number: -1");
    }

    static Stream<Arguments> files() {
        return Stream.of(
                arguments("\ufeff1,a\r\n2,b\r\n3,c\r\n", UTF_8),
                arguments("\ufeffNumber;Document\r\n1;a\r\n2;\"b\"\r\n\"3\";c\r\n", UTF_8),
                arguments("number|document\n1|a\n2|b\n3|c\n", UTF_8),
                arguments("\ufeff1\ta\r\n2\tb\r\n3\tc\r\n", UTF_16LE),
                arguments("1,\"a\"\r2,\"b\"\r3,\"c\"\r", UTF_8));
    }

    @ParameterizedTest
    @MethodSource("files")
    void booksAreReadAsDatabasesAndSpreadsheetsWriteThem(String text, Charset charset) throws IOException {
        assertThat(findings(sample(), Books.read(Files.writeString(folder.resolve("books"), text, charset))))
                .isEmpty();
    }

    @Test
    void aLineInAnotherCharsetIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("books"), "1,a\n2,M\u00fcller\n", ISO_8859_1);
        assertThatThrownBy(() -> Books.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage("line 2 is not UTF-8: 2,M\ufffdller");
    }

    @Test
    void manyLinesInAnyOrderAreFewRuns() throws IOException {
        List<Integer> shuffled = IntStream.range(0, 60_000).boxed().collect(Collectors.toList());
        SplittableRandom random = new SplittableRandom(1);
        for (int i = shuffled.size() - 1; i > 0; i--) {
            Collections.swap(shuffled, i, random.nextInt(i + 1));
        }
        Books books = books(
                shuffled.stream().map(number -> number + ",order-" + number).toArray(String[]::new));
        assertThat(books.size()).isEqualTo(60_000);
        assertThat(books.runs().all()).hasSize(1);
        assertThat(books.twice().all()).isEmpty();
        assertThat(books.have(59_999)).isTrue();
        assertThat(books.have(60_000)).isFalse();
        assertThat(books.numbers().sum()).isEqualTo(59_999L * 30_000);
    }
}
