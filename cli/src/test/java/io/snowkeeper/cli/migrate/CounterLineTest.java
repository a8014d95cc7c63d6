package io.snowkeeper.cli.migrate;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CounterLineTest {

    private static List<SourceKey> read(String text) throws IOException {
        return CounterLine.all(new ByteArrayInputStream((text.endsWith("\n") ? text : text + "\n").getBytes(UTF_8)));
    }

    @Test
    void aLastLineWithoutAnEndMayHaveBeenCutOffWithinItsNumber() throws Exception {
        assertThat(CounterLine.all(new ByteArrayInputStream("invoices|311\norders|47".getBytes(UTF_8))))
                .containsExactly(
                        SourceKey.counter("invoices", 311),
                        new SourceKey.Unreadable(
                                "line 2",
                                "the last line must end with a newline: the text may have been cut off: orders|47"));
    }

    @Test
    void linesAreAsDatabasesPrintThem() throws Exception {
        assertThat(read("orders 41\n\n  invoices\t7  \r\npublic.x_seq|9\nmy key | -3\n"))
                .containsExactly(
                        SourceKey.counter("orders", 41),
                        SourceKey.counter("invoices", 7),
                        SourceKey.counter("public.x_seq", 9),
                        SourceKey.counter("my key", -3));
    }

    /** Returns the parsed line, as {@code orders=4711}; for a line that is no counter, {@code line 1: why}. */
    private static String told(SourceKey key) {
        if (key instanceof SourceKey.Counter counter) {
            return counter.text() + "=" + counter.value();
        }
        return key.text() + ": "
                + (key instanceof SourceKey.Other other ? other.reason() : ((SourceKey.Unreadable) key).reason());
    }

    private static final String ORDERS = "orders=4711, invoices=311";
    private static final String HEADER = "line 1: taken for a header: ";

    static Stream<Arguments> tables() {
        String rows = "orders\t4711\ninvoices\t311\n";
        return Stream.of(
                arguments("mysql -BN", rows, ORDERS),
                arguments("mysql -B", "name\tmax(id)\n" + rows, HEADER + "name max(id), " + ORDERS),
                arguments("mysql -t", """
                        +----------+---------+
                        | name     | max(id) |
                        +----------+---------+
                        | orders   |    4711 |
                        | invoices |     311 |
                        +----------+---------+
                        2 rows in set (0.00 sec)
                        """, "line 2: taken for a header: | name     | max(id) |, " + ORDERS),
                arguments("psql -At", "orders|4711\ninvoices|311\n", ORDERS),
                arguments("psql -A", "name|max\norders|4711\ninvoices|311\n(2 rows)\n", HEADER + "name|max, " + ORDERS),
                arguments("psql in German, timed", """
                           name   | max
                        ----------+------
                         orders   | 4711
                         invoices |  311
                        (2 Zeilen)

                        Time: 0,312 ms
                        """, HEADER + "name   | max, " + ORDERS),
                arguments("psql --csv", "name,max\norders,4711\ninvoices,311\n", HEADER + "name,max, " + ORDERS),
                arguments("sqlcmd", """
                        name       last
                        ---------- -----------
                        orders            4711
                        invoices           311

                        (2 rows affected)
                        """, HEADER + "name       last, " + ORDERS),
                arguments(
                        "sqlplus",
                        "NAME      MAX(ID)\n-------- ----------\norders 4711\ninvoices 311\n\n2 rows selected.\n",
                        HEADER + "NAME      MAX(ID), " + ORDERS),
                arguments(
                        "sqlite3 -header",
                        "name|max(id)\norders|4711\ninvoices|311\n",
                        HEADER + "name|max(id), " + ORDERS),
                arguments("editors of Windows", "\ufefforders 4711\r\ninvoices 311", ORDERS),
                arguments("old editors", "orders 4711\rinvoices 311\r", ORDERS),
                arguments(
                        "Excel's CSV with semicolons",
                        "\ufeffName;Stand\r\norders;4711\r\ninvoices;311\r\n",
                        HEADER + "Name;Stand, " + ORDERS),
                arguments("quoted fields", "\"orders\";\"4711\"\r\n\"invoices\",\"311\"\r\n", ORDERS),
                arguments("UTF-8 with a mark", "\ufeff" + rows, ORDERS));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tables")
    void tablesAreReadAsToolsPrintThem(String tool, String printed, String expected) throws Exception {
        assertThat(read(printed))
                .extracting(CounterLineTest::told)
                .map(line -> line.replace("\\u0009", " "))
                .containsExactly(expected.split(", "));
    }

    @Test
    void unicodeTextOfExcelIsRead() throws Exception {
        byte[] utf16 = "\ufefforders\t4711\r\ninvoices\t311\r\n".getBytes(UTF_16LE);

        assertThat(CounterLine.all(new ByteArrayInputStream(utf16)))
                .containsExactly(SourceKey.counter("orders", 4711), SourceKey.counter("invoices", 311));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "parcels\tNULL",
                "parcels\t\\N",
                "parcels\t",
                "parcels|",
                "| parcels  |    NULL |",
                "parcels;",
                "parcels,",
                "\"parcels\",\"\"",
                "parcels null",
                "parcels (null)",
                "parcels,[NULL]",
                "parcels;<null>"
            })
    void aTableWithoutRowsCountsFromZero(String line) throws Exception {
        assertThat(read("orders 41\n" + line))
                .containsExactly(
                        SourceKey.counter("orders", 41),
                        new SourceKey.Counter(
                                "parcels", 0, Long.MAX_VALUE, Optional.of("nothing was given out before")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            value = {
                "my key | 5=my key",
                "a,b | 5=a,b",
                "a;b|5=a;b",
                "\"a;b\";5=a;b",
                "\"a\"\"b\",5=a\"b",
                "my other key 5=my other key",
                "public.x_seq|5=public.x_seq",
                "Z\u00e4hler;5=Z\u00e4hler"
            })
    void namesMayHaveWhatSeparatesNothing(String line, String name) throws Exception {
        assertThat(read(line)).containsExactly(SourceKey.counter(name, 5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name value",
                "orders",
                "41",
                " 41",
                "orders 9223372036854775808",
                "orders 4.1",
                "orders 4.711",
                "orders,4,711",
                "orders 1,234",
                "orders 17,00",
                "orders;4,711",
                "orders;4711;2026",
                "orders 47ll",
                "orders 4.711E3",
                "orders \u0664\u0667",
                "|5",
                ";5",
                "parcels"
            })
    void aLineThatIsNoneCostsItself(String line) throws Exception {
        assertThat(read("orders 41\n" + line + "\ninvoices 7"))
                .containsExactly(
                        SourceKey.counter("orders", 41),
                        new SourceKey.Unreadable(
                                "line 2",
                                "must be NAME and VALUE, with a tab, '|', ';', ',' or blanks between, where VALUE is an integer of 64 bits or NULL (STEP and LAST may follow behind a tab or '|'): "
                                        + line.strip()),
                        SourceKey.counter("invoices", 7));
    }

    @Test
    void aFirstLineWhoseValueHasADigitIsNoHeader() throws Exception {
        assertThat(read("orders;47ll")).singleElement().isInstanceOf(SourceKey.Unreadable.class);
    }

    @Test
    void whatAToolSaysOfItsFailureIsNoHeader() throws Exception {
        assertThat(read("NOAUTH Authentication required.\norders 41")).first().isInstanceOf(SourceKey.Unreadable.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders|651|50|1000", "orders\t651\t50\t1000", "| orders | 651 | 50 | 1000 |"})
    void stepAndLastNumberMayFollow(String line) throws Exception {
        assertThat(read(line))
                .containsExactly(
                        new SourceKey.Counter("orders", 651, 1_000, 50, Optional.of("it counts by steps of 50")));
    }

    @Test
    void eachOfThemMayBeLeftOut() throws Exception {
        assertThat(read("a|1||1000\nb|1|50\nc|NULL|1|1000"))
                .containsExactly(
                        new SourceKey.Counter("a", 1, 1_000, Optional.empty()),
                        new SourceKey.Counter("b", 1, Long.MAX_VALUE, 50, Optional.of("it counts by steps of 50")),
                        new SourceKey.Counter("c", 0, 1_000, Optional.of("nothing was given out before")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a|1|0", "a|1|-1", "a|1|x", "a|1|1|x", "a|1|1|9223372036854775808", "a|1|1|9|9", "a|1|9.5"})
    void aStepOrLastNumberThatIsNoneCostsTheLine(String line) throws Exception {
        assertThat(read("orders 41\n" + line)).element(1).isInstanceOf(SourceKey.Unreadable.class);
    }

    @Test
    void aLineMaySayWhyItIsNoCounterOrCouldNotBeRead() throws Exception {
        assertThat(read("a\t-\tit expires in 5 s\nb|?|permission denied\n"))
                .containsExactly(
                        new SourceKey.Other("a", "it expires in 5 s"),
                        new SourceKey.Unreadable("b", "permission denied"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders -", "orders|?", "orders;-;no counter"})
    void withoutAReasonItCouldBeACounter(String line) throws Exception {
        assertThat(read("orders 41\n" + line)).element(1).isInstanceOf(SourceKey.Unreadable.class);
    }
}
