package io.snowkeeper.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.cli.NodeWithSequences;
import io.snowkeeper.cli.Run;
import io.snowkeeper.client.SequenceClient;
import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.business.PeriodRule;
import io.snowkeeper.core.sequence.GivenOptions;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Numbers with texts and periods, from the command line and by the client, of a node over the line protocol. */
class BusinessNumberCommandIT {

    private NodeWithSequences node;

    @BeforeEach
    void startNode() throws Exception {
        node = NodeWithSequences.start();
    }

    @AfterEach
    void stopNode() throws Exception {
        node.close();
    }

    private Run sequence(String... args) {
        return Run.of(Stream.concat(Stream.of("sequence", "--server", node.address()), Stream.of(args))
                .toArray(String[]::new));
    }

    private void createInvoices() {
        assertThat(sequence(
                                "create",
                                "RE",
                                "--from",
                                "1",
                                "--to",
                                "999999",
                                "--mode",
                                "gapless",
                                "--format",
                                "RE-{yyyy}-{n:000000}",
                                "--period",
                                "year",
                                "--zone",
                                "Europe/Berlin")
                        .out())
                .contains("period            year\nzone              Europe/Berlin\ncurrent_period    none\n")
                .endsWith("format            RE-{yyyy}-{n:000000}\n");
    }

    @Test
    void nextPrintsNumberAndTextThenPeriodAndReservation() {
        createInvoices();
        Run next = sequence("next", "RE", "--count", "2");
        String year = next.out().lines().toList().get(2).substring("period ".length());

        assertThat(next.out())
                .startsWith("1\tRE-%1$s-000001\n2\tRE-%1$s-000002\nperiod %1$s\nreservation ".formatted(year));
        assertThat(sequence("describe", "RE").out()).contains("current_period    " + year + "\n");
        assertThat(sequence("next", "RE", "--json").out())
                .contains("\"texts\":[\"RE-" + year + "-000003\"],\"period\":\"" + year + "\"}");
    }

    @Test
    void aPendingNumberIsShownAndSettledByItsText() {
        createInvoices();
        for (int i = 0; i < 4; i++) {
            sequence("next", "RE");
        }
        String first = sequence("pending", "RE").out().lines().toList().get(1);
        String text = first.split(" +", -1)[1];
        String year = first.split(" +", -1)[2];

        assertThat(text).isEqualTo("RE-" + year + "-000001");
        assertThat(sequence("void", "RE", "--text", text, "--reason", "printed twice"))
                .isEqualTo(new Run(0, "", ""));
        assertThat(sequence("confirm", "RE", "--number", "2", "--period", year)).isEqualTo(new Run(0, "", ""));
        assertThat(sequence("cancel", "RE", "--text", "RE-" + year + "-000003")).isEqualTo(new Run(0, "", ""));
        assertThat(sequence("void", "RE", "4", "--period", "2001", "--reason", "no such year")
                        .err())
                .contains("no pending reservation has this number");
        assertThat(sequence("void", "RE", "4", "--period", year, "--reason", "torn"))
                .isEqualTo(new Run(0, "", ""));
        assertThat(sequence("pending", "RE").out().lines()).hasSize(1);
        assertThat(sequence("audit", "RE").out())
                .contains("4 numbers taken: 1 confirmed, 2 void, 0 pending, 1 returned");
    }

    @Test
    void waysToTellANumberThatDoNotGoTogetherAreRefused() {
        createInvoices();

        assertThat(sequence("confirm", "RE", "--number", "2", "--text", "RE-2026-000002")
                        .err())
                .contains("give either RESERVATION, --number or --text");
        assertThat(sequence("confirm", "RE", "--text", "RE-2026-000002", "--period", "2026")
                        .err())
                .contains("--period goes with a number, a text has its own: leave it out");
        assertThat(sequence("void", "RE", "2", "--number", "2", "--reason", "x").err())
                .contains("give the number once");
        assertThat(sequence("cancel", "RE", "--text", "RE-2026-2").err())
                .contains("expected a number of at least 6 digits");
        assertThat(sequence("confirm", "RE", "--number", "2", "--period", "26").err())
                .contains("a period is written 2026, 2026-Q4, 2026-11 or 2026-11-25");
    }

    @Test
    void aTextIsParsedByTheSequencesFormat() {
        createInvoices();

        assertThat(sequence("parse", "RE", "RE-2031-000017")).isEqualTo(new Run(0, "number 17\nperiod 2031\n", ""));
        assertThat(sequence("parse", "RE", "RE-2031-000000").out())
                .isEqualTo(
                        "number 0\nperiod 2031\nproblem the number is in no range of the sequence: sequence=RE, number=0\n");
        assertThat(sequence("parse", "RE", "nonsense").status()).isOne();
        assertThat(sequence("parse", "RE", "--json", "RE-2031-000017").out())
                .isEqualTo("{\"valid\":true,\"number\":17,\"period\":\"2031\",\"problem\":null}\n");
        assertThat(sequence("parse", "RE").err()).contains("give NAME and TEXT, or --format and TEXT");
    }

    @Test
    void aTextIsParsedWithoutANodeByAFormatThatIsGiven() {
        assertThat(Run.of("sequence", "parse", "--format", "{n:0000}-{mod97}", "0017-47"))
                .isEqualTo(new Run(0, "number 17\n", ""));
        assertThat(Run.of("sequence", "parse", "--format", "{n:0000}-{mod97}", "0071-47")
                        .out())
                .isEqualTo(
                        "problem the text has \"4\" at place 6; expected other check digits, {mod97}: one of the digits"
                                + " here or before is wrong: text=0071-47\n");
        assertThat(Run.of("sequence", "parse", "--format", "{m}", "1").err()).contains("a format's fields are");
    }

    @Test
    void aPeriodAndItsZoneAreGivenTogether() {
        assertThat(sequence("create", "X", "--from", "1", "--to", "9", "--mode", "ordered", "--period", "day")
                        .err())
                .contains("--zone=ZONE");
        assertThat(sequence(
                                "create",
                                "X",
                                "--from",
                                "1",
                                "--to",
                                "9",
                                "--mode",
                                "ordered",
                                "--period",
                                "week",
                                "--zone",
                                "UTC")
                        .err())
                .contains("must be year, quarter, month or day: --period week");
    }

    @Test
    void aFormatIsConfiguredAndTakenAway() {
        sequence("create", "O", "--from", "1", "--to", "99", "--mode", "ordered");

        sequence("configure", "O", "--format", "O{n:00}");
        assertThat(sequence("next", "O").out()).isEqualTo("1\tO01\n");
        sequence("configure", "O", "--format", "none");
        assertThat(sequence("next", "O").out()).isEqualTo("2\n");
        assertThat(sequence("parse", "O", "O01").err())
                .contains("the numbers of sequence O have no format; configure one");
    }

    @Test
    void theClientHasTextsPeriodsAndBusinessNumbers() {
        try (SnowkeeperClient client =
                SnowkeeperClient.builder().servers(node.address()).build()) {
            SequenceClient claims = client.sequence("claims");
            PeriodRule months = PeriodRule.of(PeriodLength.MONTH, "UTC");
            GivenOptions options = GivenOptions.NONE
                    .withFormat(NumberFormat.of("№{yy}{MM}-{n:000}{verhoeff}"))
                    .withPeriods(months);
            claims.create(SequenceMode.GAPLESS, new NumberRange(1, 99_999), options);

            SequenceNumbers taken = claims.next(1_000, "all");
            Period month = taken.period().orElseThrow();
            SequenceDescription state = claims.describe();

            assertThat(taken.texts()).hasSize(1_000);
            assertThat(taken.firstText().orElseThrow()).startsWith("№");
            assertThat(claims.next(1_000, "all")).isEqualTo(taken);
            assertThat(claims.parse(taken.texts().get(41)).number()).contains(BusinessNumber.of(month, 42));
            assertThat(state.definition().periods()).contains(months);
            assertThat(state.definition().options().format()).contains(NumberFormat.of("№{yy}{MM}-{n:000}{verhoeff}"));
            assertThat(state.period()).contains(month);
            claims.next(1);
            assertThat(claims.pending(Optional.empty(), 10).items().get(1).period())
                    .contains(month);
            claims.voidNumber(BusinessNumber.of(month, 1_001), "torn");
            claims.configure(GivenOptions.NONE.withoutFormat());
            assertThat(claims.next(1).texts()).isEmpty();
        }
    }
}
