package io.snowkeeper.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.cli.NodeWithSequences;
import io.snowkeeper.cli.Run;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.node.line.LineServer;
import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.SecuritySettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SequenceCommandIT {

    private static final String NO_SEQUENCES = "NAME  MODE  NEXT  REMAINING  PENDING\n";

    private NodeWithSequences node;
    private String address;

    @BeforeEach
    void startNode() throws Exception {
        node = NodeWithSequences.start();
        address = node.address();
    }

    @AfterEach
    void stopNode() throws Exception {
        node.close();
    }

    private Run sequence(String... args) {
        return Run.of(Stream.concat(Stream.of("sequence", "--server", address), Stream.of(args))
                .toArray(String[]::new));
    }

    @Test
    void aSequenceIsCreatedAndUsed() {
        Run created =
                sequence("create", "A", "--from", "202043200000000", "--to", "202043210000000", "--mode", "ordered");
        assertThat(created).isEqualTo(new Run(0, """
                sequence          A
                mode              ordered
                from              [202043200000000]
                to                [202043210000000]
                next              202043200000000
                taken             0
                remaining         10000001
                returned          0
                pending           0
                keys              0
                key_retention     10m
                max_keys          100000
                """, ""));
        assertThat(sequence("next", "A", "--count", "2"))
                .isEqualTo(new Run(0, "202043200000000\n202043200000001\n", ""));
        assertThat(sequence("next", "A", "--key", "k")).isEqualTo(new Run(0, "202043200000002\n", ""));
        assertThat(sequence("next", "A", "--key", "k")).isEqualTo(new Run(0, "202043200000002\n", ""));
        assertThat(sequence("list").out().lines()).hasSize(2).last().asString().startsWith("A ");
    }

    @Test
    void sequencesAreListedInPagesOrAllTogether() {
        sequence("create", "G", "--from", "1", "--to", "9", "--mode", "gapless");
        sequence("create", "B", "--from", "15", "--to", "15", "--mode", "ordered");
        sequence("create", "A", "--from", "101", "--to", "200", "--mode", "block");
        sequence("next", "G");
        sequence("next", "B");

        assertThat(sequence("list")).isEqualTo(new Run(0, """
                NAME  MODE     NEXT  REMAINING  PENDING
                A     block    101   100        0
                B     ordered  none  0          0
                G     gapless  2     8          1
                """, ""));
        assertThat(sequence("list", "--limit", "2").out().lines()).hasSize(3);
        assertThat(sequence("list", "--limit", "2", "--after", "B").out().lines())
                .containsExactly("NAME  MODE     NEXT  REMAINING  PENDING", "G     gapless  2     8          1");
        assertThat(sequence("list", "--json", "--after", "A", "--limit", "1").out())
                .isEqualTo("{\"sequences\":[\"B\"],\"states\":[{\"sequence\":\"B\",\"mode\":\"ordered\",\"next\":null,"
                        + "\"remaining\":0,\"pending\":0}],\"next\":\"B\"}\n");
        assertThat(sequence("list", "--json").out())
                .startsWith("{\"sequences\":[\"A\",\"B\",\"G\"],")
                .endsWith("\"next\":2,\"remaining\":8,\"pending\":1}]}\n");
        assertThat(sequence("list", "--limit", "0").err())
                .contains("limit must be an integer from 1 to 1000: --limit 0");
    }

    @Test
    void numbersAreAStepApart() {
        Run created = sequence("create", "tens", "--from", "1", "--to", "1000001", "--step", "10", "--mode", "block");
        assertThat(created.out().replaceAll(" +", " ")).contains("to [1000001]\nstep 10\nnext 1\n");
        assertThat(sequence("next", "tens", "--count", "3")).isEqualTo(new Run(0, "1\n11\n21\n", ""));
        assertThat(sequence("append", "tens", "--range", "1000011-1000021", "--json")
                        .out())
                .contains("\"to\":[1000001,1000021],\"step\":10,");
        assertThat(sequence("append", "tens", "--range", "2000000-2000010").err())
                .contains(
                        "a step of 10 passes over the beginning of range 2000000-2000010: from=2000000; begin it at 1999991 or 2000001");
        sequence("create", "ones", "--from", "2", "--to", "9", "--mode", "ordered");
        assertThat(sequence("list").out().lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "NAME MODE NEXT REMAINING PENDING STEP", "ones ordered 2 8 0 1", "tens block 1001 99903 0 10");
        assertThat(sequence("list", "--json").out())
                .contains("{\"sequence\":\"ones\",\"mode\":\"ordered\",\"next\":2,")
                .contains("{\"sequence\":\"tens\",\"mode\":\"block\",\"step\":10,\"next\":1001,");
        assertThat(sequence("create", "g", "--from", "1", "--to", "11", "--step", "10", "--mode", "gapless")
                        .err())
                .contains(
                        "a gapless sequence counts by ones, since each number between would be a gap: name=g, step=10");
        assertThat(sequence("create", "g", "--from", "1", "--to", "11", "--step", "0", "--mode", "block")
                        .err())
                .contains("must be >= 1: --step 0");
    }

    @Test
    void moreNamesThanAPageHoldsAreListedAllTogether() throws Exception {
        for (int i = 0; i < 1_001; i++) {
            node.sequences()
                    .create(new SequenceDefinition(
                            "S%04d".formatted(i),
                            SequenceMode.ORDERED,
                            List.of(new NumberRange(1, 9)),
                            SequenceOptions.DEFAULT))
                    .toCompletableFuture()
                    .get(1, TimeUnit.MINUTES);
        }
        // It has ten seconds for all of them.
        Run list = await().until(() -> sequence("list"), run -> run.status() == 0);
        assertThat(list.out().lines().skip(1).map(line -> line.substring(0, 5)))
                .hasSize(1_001)
                .isSorted()
                .endsWith("S1000");
        Run json = await().until(() -> sequence("list", "--json"), run -> run.status() == 0);
        assertThat(json.out()).contains("\"S0999\",\"S1000\"],\"states\":[");
    }

    @Test
    void theServerMayBeNamedAfterTheCommand() {
        assertThat(Run.of("sequence", "list", "--server", address)).isEqualTo(new Run(0, NO_SEQUENCES, ""));
    }

    @Test
    void aGaplessNumberIsConfirmedByItsReservation() {
        sequence("create", "G", "--from", "1", "--to", "9", "--mode", "gapless", "--reservation-time", "30s");
        String[] lines = sequence("next", "G").out().split("\n", -1);
        assertThat(lines[0]).isEqualTo("1");
        String reservation = lines[1].substring("reservation ".length());
        assertThat(sequence("confirm", "G", reservation)).isEqualTo(new Run(0, "", ""));
        assertThat(sequence("cancel", "G", reservation))
                .isEqualTo(new Run(
                        1,
                        "",
                        "snowkeeper: reservation cannot be cancelled, it was confirmed before: sequence=G, reservation="
                                + reservation + " (error 22)\n"));
    }

    @Test
    void whatIsPendingIsListedAndSettledByItsNumber() {
        sequence("create", "G", "--from", "1", "--to", "9", "--mode", "gapless");
        for (int i = 1; i <= 4; i++) {
            sequence("next", "G", "--key", "order-" + i);
        }

        String[] lines = sequence("pending", "G").out().split("\n", -1);
        assertThat(lines).hasSize(6);
        assertThat(lines[0]).matches("NUMBERS +RESERVATION +SINCE +DUE +KEY +BY");
        assertThat(lines[1]).matches("1 +\\S+ +\\S+Z +\\S+Z +order-1 +127\\.0\\.0\\.1");
        assertThat(sequence("pending", "G", "--limit", "1", "--json").out())
                .matches(
                        "\\{\"reservations\":\\[\\{\"reservation\":\"(\\S+)\",\"from\":\\[1],\"to\":\\[1],\"key\":\"order-1\","
                                + "\"by\":\"127\\.0\\.0\\.1\",\"since_ms\":\\d+,\"due_ms\":\\d+}],\"next\":\"\\1\"}\n");

        assertThat(sequence("confirm", "G", "--number", "1")).isEqualTo(new Run(0, "", ""));
        assertThat(sequence("void", "G", "2", "--reason", "printed twice")).isEqualTo(new Run(0, "", ""));
        assertThat(sequence("cancel", "G", "--number", "3")).isEqualTo(new Run(0, "", ""));
        String left = sequence("pending", "G").out();
        assertThat(left.split("\n", -1)[1]).matches("4 +(\\S+) .*");
        assertThat(left.lines()).hasSize(2);
        String reservation = left.lines().skip(1).findFirst().orElseThrow().split(" +", -1)[1];
        assertThat(sequence("void", "G", "--reservation", reservation, "--reason", "torn"))
                .isEqualTo(new Run(0, "", ""));
        assertThat(sequence("next", "G").out()).startsWith("3\n");
    }

    @Test
    void whatIsToBeSettledIsToldInOneWay() {
        assertThat(sequence("confirm", "G").err()).contains("give either RESERVATION, --number or --text");
        assertThat(sequence("void", "G", "2", "--reservation", "r", "--reason", "x")
                        .err())
                .contains("give either NUMBER, --text or --reservation");
        assertThat(sequence("void", "G", "2").err()).contains("--reason");
        assertThat(sequence("pending", "G", "--limit", "0").err())
                .contains("limit must be an integer from 1 to 1000: --limit 0");
    }

    @Test
    void optionsOfAModeAreGivenAndShownByTheirNames() {
        assertThat(sequence(
                                "create",
                                "G",
                                "--from",
                                "1",
                                "--to",
                                "9",
                                "--mode",
                                "gapless",
                                "--reservation-time",
                                "90s",
                                "--at-expiry",
                                "return")
                        .out())
                .endsWith("""
                        keys              0
                        reservation_time  90s
                        at_expiry         return
                        max_pending       100000
                        key_retention     168h
                        max_keys          1000000
                        """);
        assertThat(sequence("configure", "G", "--at-expiry", "hold").out()).contains("at_expiry         hold\n");
        assertThat(sequence("configure", "G", "--ledger-retention", "87600h").out())
                .contains("ledger_retention  87600h\n");
        assertThat(sequence("configure", "G", "--min-block", "5"))
                .isEqualTo(
                        new Run(
                                1,
                                "",
                                "snowkeeper: --min-block is an option of block mode, leave it out: mode=gapless, --min-block 5 (error 12)\n"));
        assertThat(sequence("configure", "G", "--at-expiry", "never").err())
                .contains("must be \"hold\" or \"return\": 'never'");
    }

    @Test
    void keysMayBeKnownForDaysAndYears() {
        assertThat(sequence("create", "A", "--range", "1-9", "--mode", "ordered", "--key-retention", "30d")
                        .out())
                .contains("key_retention     720h\n");
        assertThat(sequence("configure", "A", "--key-retention", "10y", "--max-keys", "5000000")
                        .out())
                .contains("key_retention     87600h\nmax_keys          5000000\n");
        assertThat(sequence("configure", "A", "--key-retention", "11y").err())
                .contains("must be >= 1s && <= 87600h: --key-retention 96360h");
    }

    @Test
    void keysMayBeKnownForEver() {
        assertThat(sequence("create", "A", "--range", "1-9", "--mode", "ordered", "--key-retention", "forever")
                        .out())
                .contains("key_retention     forever\n");
        assertThat(sequence("configure", "A", "--key-retention", "5m").out()).contains("key_retention     5m\n");
        assertThat(sequence("configure", "A", "--key-retention", "forever", "--json")
                        .out())
                .contains("\"key_retention\":\"forever\"");
        assertThat(sequence("configure", "A", "--key-retention", "ever").err())
                .contains(
                        "must be a whole number and a unit (ms, s, m, h, d, y), such as 500ms or 60s, or forever: 'ever'");
    }

    @Test
    void aNodeWithATokenTakesChangesWithItAlone(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "0123456789abcdef\n");
        try (LineServer guarded = new LineServer(
                LineServerSettings.on("127.0.0.1", 0).with(new SecuritySettings(Optional.of(AdminToken.watch(file)))),
                node.service("n2"))) {
            address = "127.0.0.1:" + guarded.start().getPort();

            assertThat(sequence("create", "T", "--from", "1", "--to", "9", "--mode", "block"))
                    .isEqualTo(new Run(
                            1, "", "snowkeeper: this request needs the node's token: token is missing (error 22)\n"));
            assertThat(sequence(
                                    "create",
                                    "T",
                                    "--from",
                                    "1",
                                    "--to",
                                    "9",
                                    "--mode",
                                    "ordered",
                                    "--token-file",
                                    file.toString())
                            .status())
                    .isZero();
            assertThat(sequence("next", "T")).isEqualTo(new Run(0, "1\n", ""));
            assertThat(sequence("delete", "T", "--next", "2", "--token-file", file.toString()))
                    .isEqualTo(new Run(0, "", ""));
        }
    }

    @Test
    void aRangeIsAppendedAndOptionsAreSet() {
        sequence("create", "A", "--from", "1", "--to", "1", "--mode", "block");
        assertThat(sequence("append", "A", "--from", "5", "--to", "6").out()).contains("from              [1,5]\n");
        assertThat(sequence("configure", "A", "--min-block", "1", "--max-block", "2")
                        .out())
                .contains("min_block         1\nmax_block         2\nkey_retention     10m\n");
    }

    @Test
    void rangesThatOverlapAnotherSequencesAreTakenIfThatIsSaid() {
        sequence("create", "A", "--from", "1", "--to", "9", "--mode", "ordered");
        String[] create = {"create", "B", "--from", "5", "--to", "15", "--mode", "ordered"};
        assertThat(sequence(create))
                .isEqualTo(
                        new Run(
                                1,
                                "",
                                "snowkeeper: range 5-15 overlaps 1-9 of sequence A, so that both would hand out the same numbers: sequence=B; give another range, or --allow-overlap if that is meant (error 22)\n"));
        assertThat(sequence("create", "B", "--from", "5", "--to", "15", "--mode", "ordered", "--allow-overlap")
                        .status())
                .isZero();
        // Creating it again needs no knowledge of that.
        assertThat(sequence(create).status()).isZero();
        assertThat(sequence("append", "A", "--from", "15", "--to", "19").err())
                .contains("range 15-19 overlaps 5-15 of sequence B");
        assertThat(sequence("append", "A", "--from", "15", "--to", "19", "--allow-overlap")
                        .status())
                .isZero();
    }

    @Test
    void severalRangesAreGivenAtOnceAndUsedInTheirOrder() {
        assertThat(sequence("create", "A", "--range", "0-2,21-22", "--range", "11-11", "--mode", "ordered")
                        .out())
                .contains("from              [0,21,11]\nto                [2,22,11]\nnext              0\n");
        assertThat(sequence("append", "A", "--range", "41-49", "--range", "31-39")
                        .out())
                .contains("from              [0,21,11,41,31]\n");
        assertThat(sequence("append", "A", "--range", "51-59", "--range", "5-11"))
                .isEqualTo(new Run(
                        1,
                        "",
                        "snowkeeper: ranges of a sequence must not overlap: name=A, 5-11 and 11-11 (error 12)\n"));
        assertThat(sequence("next", "A", "--count", "7").out()).isEqualTo("0\n1\n2\n21\n22\n11\n41\n");
    }

    @Test
    void aRangeIsGivenInOneWay() {
        for (String[] given : new String[][] {
            {"create", "A", "--mode", "block"},
            {"append", "A", "--from", "1"},
            {"append", "A", "--from", "1", "--to", "9", "--range", "11-19"}
        }) {
            assertThat(sequence(given).err()).contains("give either --from and --to, or --range");
        }
        assertThat(sequence("append", "A", "--range", "1").err()).contains("must be FROM-TO, such as 1-1000: '1'");
        assertThat(sequence("append", "A", "--range", "9-1").err())
                .contains("a range's last number must be >= its first: from=9, to=1");
        assertThat(sequence("append", "A", "--range", "1-9999999999999999999").err())
                .contains("must be numbers up to 9223372036854775807: '1-9999999999999999999'");
        assertThat(sequence("append", "A", "--from", "9", "--to", "1").err())
                .contains("a range's last number must be >= its first: --from 9, --to 1");
    }

    @Test
    void aSequenceIsAdvancedForwardAlone() {
        sequence("create", "A", "--from", "1", "--to", "99", "--mode", "block");
        assertThat(sequence("advance", "A", "--to", "50").out())
                .contains("next              50\ntaken             49\nremaining         50\n");
        assertThat(sequence("advance", "A", "--to", "49"))
                .isEqualTo(new Run(
                        1, "", "snowkeeper: sequence A only goes forward: to=49 was passed, next=50 (error 22)\n"));
        assertThat(sequence("next", "A").out()).isEqualTo("50\n");
        sequence("create", "G", "--from", "1", "--to", "99", "--mode", "gapless", "--allow-overlap");
        assertThat(sequence("advance", "G", "--to", "50").err())
                .contains("reserve those before 50, and make them void with a reason (error 22)");
    }

    @Test
    void aSequenceIsDeletedOnlyByItsNextNumber() {
        sequence("create", "A", "--from", "1", "--to", "5", "--mode", "ordered");
        assertThat(sequence("delete", "A", "--next", "4"))
                .isEqualTo(
                        new Run(
                                1,
                                "",
                                "snowkeeper: sequence A is deleted only by its present next number: next=1, given next=4 (error 22)\n"));
        assertThat(sequence("delete", "A", "--next", "1")).isEqualTo(new Run(0, "", ""));
        assertThat(sequence("describe", "A"))
                .isEqualTo(new Run(1, "", "snowkeeper: there is no sequence of this name: sequence=A (error 20)\n"));
    }

    @Test
    void aLedgerIsPrintedAuditedReleasedAndThenItsSequenceDeleted(@TempDir Path folder) throws Exception {
        sequence("create", "G", "--from", "1", "--to", "9", "--mode", "gapless");
        sequence("next", "G", "--key", "order 7");
        sequence("next", "G");
        sequence("confirm", "G", "--number", "1");
        sequence("void", "G", "2", "--reason", "torn");
        Run printed = sequence("ledger", "G");
        assertThat(printed.out().lines())
                .hasSize(5)
                .anyMatch(
                        line -> line.startsWith(
                                "{\"entry\":2,\"event\":\"reserve\",\"numbers\":\"1\",\"reservation\":0,\"key\":\"order 7\",\"subject\":"));
        assertThat(sequence("ledger", "G", "--from", "5", "--format", "csv").out())
                .matches("5,void,2,1,,[^,]+,torn,,[^,]+,[^,]+,[0-9a-f]{64}\r\n");
        assertThat(sequence("audit", "G"))
                .isEqualTo(new Run(
                        0, "clean: 5 entries, 2 numbers taken: 1 confirmed, 1 void, 0 pending, 0 returned\n", ""));
        Path copy = Files.writeString(folder.resolve("G.ndjson"), printed.out());
        sequence("next", "G");
        assertThat(sequence("audit", "G", "--ledger", copy.toString()))
                .isEqualTo(new Run(
                        0, "clean: 6 entries, 3 numbers taken: 1 confirmed, 1 void, 1 pending, 0 returned\n", ""));
        Path spoilt = Files.writeString(folder.resolve("spoilt"), printed.out().replace("torn", "born"));
        Run audited = sequence("audit", "G", "--ledger", spoilt.toString());
        assertThat(audited.status()).isEqualTo(1);
        assertThat(audited.out()).startsWith("entry 5: number 2: its hash does not match its content and entry 4");
        assertThat(sequence("delete", "G", "--next", "4").err())
                .contains("the ledger of sequence G would be lost, which has 6 entries, of which 0 were released");
        assertThat(sequence("release", "G", "--through", "6", "--hash", hash(printed, 5))
                        .err())
                .contains("entry 6 of the ledger of sequence G has the hash ", "another sequence that had the name");
        Run more = sequence("ledger", "G", "--from", "6", "--after", hash(printed, 5));
        assertThat(sequence("release", "G", "--through", "6", "--hash", hash(more, 1)))
                .isEqualTo(new Run(0, "entries           6\nhash              " + hash(more, 1) + "\n", ""));
        assertThat(sequence("delete", "G", "--next", "4").err()).contains("1 numbers of sequence G are pending");
        sequence("confirm", "G", "--number", "3");
        Run last = sequence("ledger", "G", "--from", "7");
        assertThat(sequence("release", "G", "--through", "7").status()).isZero();
        assertThat(sequence("delete", "G", "--next", "4", "--json"))
                .isEqualTo(new Run(0, "{\"entries\":7,\"hash\":\"" + hash(last, 1) + "\"}\n", ""));

        Files.writeString(copy, printed.out() + more.out() + last.out());
        assertThat(sequence("audit", "--ledger", copy.toString(), "--hash", hash(last, 1)))
                .isEqualTo(new Run(
                        0,
                        "clean: 7 entries, 3 numbers taken: 2 confirmed, 1 void, 0 pending, 0 returned\nhash "
                                + hash(last, 1) + "\n",
                        ""));
        Files.writeString(copy, printed.out() + more.out());
        assertThat(sequence("audit", "--ledger", copy.toString(), "--hash", hash(last, 1))
                        .out())
                .startsWith("entry 6: its hash is %s, and the last one must have ".formatted(hash(more, 1)))
                .contains("1 findings: 6 entries");
    }

    private static String hash(Run ledger, int line) {
        String text = ledger.out().lines().toList().get(line - 1);
        return text.replaceFirst(".*\"hash\":\"([0-9a-f]{64})\".*", "$1");
    }

    @Test
    void aLedgerIsComparedWithTheBooks(@TempDir Path folder) throws Exception {
        sequence("create", "G", "--from", "1", "--to", "9", "--mode", "gapless");
        sequence("next", "G", "--key", "order 7");
        sequence("next", "G", "--key", "order 8");
        sequence("confirm", "G", "--number", "1");
        sequence("confirm", "G", "--number", "2");
        Path books = Files.writeString(folder.resolve("books"), "2,order 8\n1,order 7\n");
        assertThat(sequence("audit", "G", "--books", books.toString())).isEqualTo(new Run(0, """
                        clean: 5 entries, 2 numbers taken: 2 confirmed, 0 void, 0 pending, 0 returned
                        books: 2 numbers
                        """, ""));
        Files.writeString(books, "1,order 6\n3\n");
        assertThat(sequence("audit", "G", "--books", books.toString())).isEqualTo(new Run(1, """
                        entry 4: number 1: confirmed for key order 7, and in the books for another document
                        number 2: confirmed, and in no book
                        number 3: in the books, and never given
                        3 findings: 5 entries, 2 numbers taken: 2 confirmed, 0 void, 0 pending, 0 returned
                        books: 2 numbers
                        """, ""));
        assertThat(sequence("audit", "G", "--books", folder.resolve("none").toString())
                        .err())
                .contains("none cannot be read");
    }

    @Test
    void aCopyDoesNotGoOnWithAnotherSequencesLedger() {
        sequence("create", "G", "--from", "1", "--to", "9", "--mode", "gapless");
        sequence("next", "G", "--key", "former");
        String last = hash(sequence("ledger", "G"), 2);
        sequence("delete", "G", "--next", "2", "--discard-ledger");
        sequence("create", "G", "--from", "1", "--to", "9", "--mode", "gapless");
        sequence("next", "G", "--key", "present");

        String refused = "the ledger of sequence G does not go on from the entry 2 that has the hash " + last;
        assertThat(sequence("ledger", "G", "--from", "3", "--after", last).err())
                .contains(refused);
        sequence("next", "G");
        Run followed = sequence("ledger", "G", "--from", "3", "--after", last, "--follow");
        assertThat(followed.status()).isEqualTo(1);
        assertThat(followed.out()).isEmpty();
        assertThat(followed.err()).contains(refused);
        assertThat(sequence("audit").status()).isEqualTo(2);
    }

    @Test
    void aSequenceIsDeletedWithItsLedgerIfThatIsSaid() {
        sequence("create", "G", "--from", "1", "--to", "9", "--mode", "gapless");
        sequence("next", "G");
        assertThat(sequence("delete", "G", "--next", "2", "--discard-ledger").out())
                .startsWith("entries           2\nhash              ");
    }

    @Test
    void aNodeThatDoesNotAnswerIsNamed() {
        Run run = Run.of("sequence", "list", "--server", "127.0.0.1:1");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .matches(
                        "snowkeeper: no answer from a node at 127\\.0\\.0\\.1:1, choose another one with --server: .+\n");
    }

    @Test
    void anAddressThatIsNoneIsRefused() {
        Run run = Run.of("sequence", "list", "--server", "here:there");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("must be host:port, IPv6 addresses in brackets: --server here:there");
    }
}
