package io.snowkeeper.cli.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.cli.NodeWithSequences;
import io.snowkeeper.cli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportCommandIT {

    private NodeWithSequences node;
    private String address;
    private String counters;

    @BeforeEach
    void start() throws Exception {
        node = NodeWithSequences.start();
        address = node.address();
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    private Run imports(String... args) {
        return Run.withInput(
                counters,
                Stream.concat(Stream.of("import", "-", "--server", address), Stream.of(args))
                        .toArray(String[]::new));
    }

    private Run sequence(String... args) {
        return Run.of(Stream.concat(Stream.of("sequence", "--server", address), Stream.of(args))
                .toArray(String[]::new));
    }

    private void holding(String... lines) {
        counters = String.join("\n", lines) + "\n";
    }

    @Test
    void countersBecomeSequencesAndASecondRunChangesNothing() {
        holding("seq:a 41", "seq:b 7", "seq:note|-|its value is no integer of 64 bits");

        assertThat(imports("--margin", "1000", "--dry-run")).isEqualTo(new Run(0, """
                KEY       SEQUENCE  VALUE  FIRST  LEFT  OUTCOME
                seq:a     seq:a     41     1042   1000  would be created
                seq:b     seq:b     7      1008   1000  would be created
                seq:note  seq:note  -      -      -     skipped: its value is no integer of 64 bits

                2 would be created, 1 skipped
                """, ""));
        assertThat(sequence("list", "--json").out()).startsWith("{\"sequences\":[],");

        assertThat(imports("--margin", "1000")).isEqualTo(new Run(0, """
                KEY       SEQUENCE  VALUE  FIRST  LEFT  OUTCOME
                seq:a     seq:a     41     1042   1000  created
                seq:b     seq:b     7      1008   1000  created
                seq:note  seq:note  -      -      -     skipped: its value is no integer of 64 bits

                2 created, 1 skipped
                """, ""));
        assertThat(sequence("describe", "seq:a").out())
                .contains(
                        "mode              block\n",
                        "from              [1042]\n",
                        "to                [9223372036854775807]\n");
        assertThat(sequence("next", "seq:b").out()).isEqualTo("1008\n");

        assertThat(imports("--margin", "1000")).isEqualTo(new Run(0, """
                KEY       SEQUENCE  VALUE  FIRST  LEFT  OUTCOME
                seq:a     seq:a     41     1042   1000  exists
                seq:b     seq:b     7      1008   1000  exists
                seq:note  seq:note  -      -      -     skipped: its value is no integer of 64 bits

                2 exists, 1 skipped
                """, ""));
    }

    @Test
    void aCheckTellsWhatIsNearAndFailsForWhatHasPassedOrIsMissing() {
        holding("seq:a 41", "seq:b 7");
        assertThat(imports("--margin", "100").status()).isZero();
        assertThat(sequence("next", "seq:a").out()).isEqualTo("142\n");

        holding("seq:a 130", "seq:b 7");
        assertThat(imports("--check").status()).isZero();
        assertThat(imports("--check", "--margin", "20")).isEqualTo(new Run(3, """
                KEY    SEQUENCE  VALUE  FIRST  LEFT  OUTCOME
                seq:a  seq:a     130    142    11    near: less than 20 are left, and it is in use: the counter may go on by no more than are left
                seq:b  seq:b     7      108    100   exists

                1 exists, 1 near
                """, ""));

        holding("seq:a 142", "seq:b 7", "seq:c 1");
        assertThat(imports("--check")).isEqualTo(new Run(1, """
                KEY    SEQUENCE  VALUE  FIRST  LEFT  OUTCOME
                seq:a  seq:a     142    142    -1    passed: the counter and the fleet may both have given out the numbers from 142 to 142
                seq:b  seq:b     7      108    100   exists
                seq:c  seq:c     1      -      -     missing: no sequence of this name: import it without --check

                1 exists, 1 passed, 1 missing
                """, ""));
        assertThat(sequence("list", "--json").out()).startsWith("{\"sequences\":[\"seq:a\",\"seq:b\"],");
    }

    @Test
    void aSequenceThatBeginsTooLowIsCreatedAnewAsTheReportSays() {
        holding("seq:a 41");
        imports("--margin", "10");
        holding("seq:a 60");

        assertThat(imports("--margin", "10").out())
                .contains(
                        "passed: it begins too low, but is not in use yet: snowkeeper sequence delete seq:a --next 52, and import again");
        assertThat(sequence("delete", "seq:a", "--next", "52").status()).isZero();
        assertThat(imports("--margin", "10").out()).contains("seq:a  seq:a     60     71     10    created");
    }

    @Test
    void programsReadOneLineOfJson() throws Exception {
        holding("seq:a 9007199254740993", "seq:x/y 3");

        Run run = imports("--margin", "0", "--json", "--mode", "ordered");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out().lines()).hasSize(1);
        assertThat(new ObjectMapper().readTree(run.out())).isEqualTo(new ObjectMapper().readTree("""
                {"created": 1, "would_be_created": 0, "exists": 0, "near": 0, "passed": 0, "missing": 0, "skipped": 0,
                "failed": 1, "keys": [
                {"key": "seq:a", "sequence": "seq:a", "value": 9007199254740993, "first": 9007199254740994, "left": 0,
                "outcome": "created", "detail": ""},
                {"key": "seq:x/y", "sequence": "seq:x/y", "value": 3, "first": null, "left": null, "outcome": "failed",
                "detail": "not a sequence's name, which has 1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-': give --replace FROM=TO"}]}
                """));
        assertThat(imports("--margin", "0", "--replace", "/=:", "--replace", "seq:=")
                        .out())
                .contains("seq:a    a         9007199254740993", "seq:x/y  x:y       3 ");
    }

    @Test
    void aTextWithoutCountersIsAFailure() {
        holding("", "name|value");

        Run run = imports("--check");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("snowkeeper: no counter in standard input\n");
    }

    @Test
    void theProgressOfManyCountersIsTold() {
        holding(IntStream.range(0, 250).mapToObj("seq:%03d 1"::formatted).toArray(String[]::new));

        assertThat(imports("--margin", "10", "--dry-run").err()).isEqualTo("""
                snowkeeper: 100 of 250 counters done
                snowkeeper: 200 of 250 counters done
                """);
    }

    @Test
    void theFleetThatDoesNotAnswerIsNamed() {
        holding("seq:a 41");

        address = "127.0.0.1:1";
        Run run = imports("--margin", "10");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("snowkeeper: no answer from a node at 127.0.0.1:1, ");
    }

    @Test
    void optionsThatDoNotFitAreRefused() {
        holding("seq:a 41");
        assertThat(refusal()).contains("Missing required option: '--margin=N'");
        assertThat(refusal("--margin", "-1")).contains("must be >= 0: --margin -1");
        assertThat(refusal("--margin", "1", "--mode", "x")).contains("must be block, ordered or gapless: --mode x");
        assertThat(refusal("--check", "--mode", "block")).contains("--check creates nothing: give no --mode");
        assertThat(refusal("--check", "--dry-run")).contains("--dry-run and --check exclude each other");
        assertThat(refusal("--check", "--replace", "x"))
                .contains("must be FROM=TO, such as /=: where FROM is not empty: --replace x");
    }

    private String refusal(String... args) {
        Run run = imports(args);
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        return run.err();
    }

    @Test
    void theTextMayBeAFile(@TempDir Path folder) throws Exception {
        String[] command = {"import", "-", "--margin", "10", "--mode", "gapless", "--server", address};
        assertThat(Run.withInput("orders 41\ninvoices\t7\n", command)).isEqualTo(new Run(0, """
                KEY       SEQUENCE  VALUE  FIRST  LEFT  OUTCOME
                invoices  invoices  7      18     10    created
                orders    orders    41     52     10    created

                2 created
                """, ""));
        assertThat(sequence("describe", "orders").out()).contains("mode              gapless\n");

        Path file = Files.writeString(folder.resolve("counters"), "orders|52\n");
        command[1] = file.toString();
        assertThat(Run.of(command).out())
                .contains("passed: it begins too low, but is not in use yet: snowkeeper sequence delete orders");

        Files.writeString(file, "\ufeffname;last\r\nparcels;\r\nreturns;1,5\r\nquotes;3\r\n");
        assertThat(Run.of(command)).isEqualTo(new Run(1, """
                KEY      SEQUENCE  VALUE  FIRST  LEFT  OUTCOME
                line 1   line 1    -      -      -     skipped: taken for a header: name;last
                line 3   line 3    -      -      -     failed: must be NAME and VALUE, with a tab, '|', ';', ',' or blanks between, where VALUE is an integer of 64 bits or NULL (STEP and LAST may follow behind a tab or '|'): returns;1,5
                parcels  parcels   0      11     10    created: nothing was given out before
                quotes   quotes    3      14     10    created

                2 created, 1 skipped, 1 failed
                """, ""));
        assertThat(Run.withInput("", "import", "-", "--check", "--server", address))
                .isEqualTo(new Run(1, "", "snowkeeper: no counter in standard input\n"));
    }

    @Test
    void aFileThatCannotBeReadIsNamed(@TempDir Path folder) {
        assertThat(Run.of("import", folder.resolve("none").toString(), "--check"))
                .isEqualTo(new Run(1, "", "snowkeeper: there is no file %s\n".formatted(folder.resolve("none"))));
        assertThat(Run.of("import", folder.toString(), "--check").err())
                .startsWith("snowkeeper: %s cannot be read: ".formatted(folder));
    }
}
