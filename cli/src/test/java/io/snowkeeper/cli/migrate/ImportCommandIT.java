package io.snowkeeper.cli.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.cli.NodeWithSequences;
import io.snowkeeper.cli.Run;
import io.snowkeeper.cli.migrate.jdbc.DriverJar;
import io.snowkeeper.cli.migrate.redis.FakeRedis;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportCommandIT {

    private NodeWithSequences node;
    private FakeRedis redis;
    private String address;

    @BeforeEach
    void start() throws Exception {
        node = NodeWithSequences.start();
        address = node.address();
        redis = FakeRedis.start();
    }

    @AfterEach
    void stop() throws Exception {
        redis.close();
        node.close();
    }

    private Run imports(String... args) {
        return imports(Map.of(), args);
    }

    private Run imports(Map<String, String> environment, String... args) {
        return Run.in(
                environment,
                Stream.concat(
                                Stream.of(
                                        "import",
                                        "redis://127.0.0.1:" + redis.port(),
                                        "--match",
                                        "seq:*",
                                        "--server",
                                        address),
                                Stream.of(args))
                        .toArray(String[]::new));
    }

    private Run sequence(String... args) {
        return Run.of(Stream.concat(Stream.of("sequence", "--server", address), Stream.of(args))
                .toArray(String[]::new));
    }

    private void holding(String... keysAndValues) {
        Map<String, String> values = new TreeMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            values.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        redis.holding(values);
    }

    @Test
    void countersBecomeSequencesAndASecondRunChangesNothing() {
        holding("seq:a", "41", "seq:b", "7", "seq:note", "hello");

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
        holding("seq:a", "41", "seq:b", "7");
        assertThat(imports("--margin", "100").status()).isZero();
        assertThat(sequence("next", "seq:a").out()).isEqualTo("142\n");

        holding("seq:a", "130", "seq:b", "7");
        assertThat(imports("--check").status()).isZero();
        assertThat(imports("--check", "--margin", "20")).isEqualTo(new Run(3, """
                KEY    SEQUENCE  VALUE  FIRST  LEFT  OUTCOME
                seq:a  seq:a     130    142    11    near: less than 20 are left, and it is in use: no more may be taken from Redis than are left
                seq:b  seq:b     7      108    100   exists

                1 exists, 1 near
                """, ""));

        holding("seq:a", "142", "seq:b", "7", "seq:c", "1");
        assertThat(imports("--check")).isEqualTo(new Run(1, """
                KEY    SEQUENCE  VALUE  FIRST  LEFT  OUTCOME
                seq:a  seq:a     142    142    -1    passed: Redis and the fleet may both have given out the numbers from 142 to 142
                seq:b  seq:b     7      108    100   exists
                seq:c  seq:c     1      -      -     missing: no sequence of this name: import it without --check

                1 exists, 1 passed, 1 missing
                """, ""));
        assertThat(sequence("list", "--json").out()).startsWith("{\"sequences\":[\"seq:a\",\"seq:b\"],");
    }

    @Test
    void aSequenceThatBeginsTooLowIsCreatedAnewAsTheReportSays() {
        holding("seq:a", "41");
        imports("--margin", "10");
        holding("seq:a", "60");

        assertThat(imports("--margin", "10").out())
                .contains(
                        "passed: it begins too low, but nobody uses it yet: snowkeeper sequence delete seq:a --next 52, and import again");
        assertThat(sequence("delete", "seq:a", "--next", "52").status()).isZero();
        assertThat(imports("--margin", "10").out()).contains("seq:a  seq:a     60     71     10    created");
    }

    @Test
    void programsReadOneLineOfJson() throws Exception {
        holding("seq:a", "9007199254740993", "seq:x/y", "3");

        Run run = imports("--margin", "0", "--json", "--mode", "ordered");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out().lines()).hasSize(1);
        assertThat(new ObjectMapper().readTree(run.out())).isEqualTo(new ObjectMapper().readTree("""
                {"created": 1, "would_be_created": 0, "exists": 0, "near": 0, "passed": 0, "missing": 0, "skipped": 0,
                "failed": 1, "keys": [
                {"key": "seq:a", "sequence": "seq:a", "value": 9007199254740993, "first": 9007199254740994, "left": 0,
                "outcome": "created", "detail": ""},
                {"key": "seq:x/y", "sequence": "seq:x/y", "value": 3, "first": null, "left": null, "outcome": "failed",
                "detail": "no name of a sequence, which is 1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-': give --replace FROM=TO"}]}
                """));
        assertThat(imports("--margin", "0", "--replace", "/=:", "--replace", "seq:=")
                        .out())
                .contains("seq:a    a         9007199254740993", "seq:x/y  x:y       3 ");
    }

    @Test
    void aPatternThatFitsNoCounterIsAFailure() {
        assertThat(imports("--check"))
                .isEqualTo(new Run(
                        1,
                        "",
                        "snowkeeper: no counter matches seq:* in database 0 of 127.0.0.1:%d\n"
                                .formatted(redis.port())));
    }

    @Test
    void theProgressOfManyKeysIsTold() {
        holding(IntStream.range(0, 250)
                .boxed()
                .flatMap(i -> Stream.of("seq:%03d".formatted(i), "1"))
                .toArray(String[]::new));

        assertThat(imports("--margin", "10", "--dry-run").err()).isEqualTo("""
                snowkeeper: 100 keys done; about 0 of 250 looked at
                snowkeeper: 200 keys done; about 0 of 250 looked at
                """);
    }

    @Test
    void whatWasDoneIsToldEvenIfRedisGoesAway() {
        holding("seq:a", "41");
        redis.reply("SCAN", words -> words.get(1).equals("0") ? "*2\r\n$1\r\n5\r\n*1\r\n$5\r\nseq:a\r\n" : "");

        Run run = imports("--margin", "10");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).contains("seq:a  seq:a     41     52     10    created\n");
        assertThat(run.err())
                .isEqualTo("snowkeeper: no answer from Redis at 127.0.0.1:%d: it closed the connection\n"
                        .formatted(redis.port()));
    }

    @Test
    void theFleetThatDoesNotAnswerIsNamed() {
        holding("seq:a", "41");

        address = "127.0.0.1:1";
        Run run = imports("--margin", "10");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("snowkeeper: no answer from a node at 127.0.0.1:1, ");
    }

    @Test
    void thePasswordComesFromAFileWhichTheEnvironmentMayName(@TempDir Path folder) throws Exception {
        holding("seq:a", "41");
        redis.reply("AUTH", "+OK\r\n");
        Path file = Files.writeString(folder.resolve("password"), "\ufeffs3cret word\n");

        Run run = imports(
                Map.of("SNOWKEEPER_REDIS_PASSWORD_FILE", file.toString()),
                "--margin",
                "10",
                "--dry-run",
                "--redis-user",
                "ann");

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(redis.commands().get(0)).isEqualTo(List.of("AUTH", "ann", "s3cret word"));
    }

    @Test
    void optionsThatDoNotFitAreRefused(@TempDir Path folder) throws Exception {
        Path empty = Files.writeString(folder.resolve("empty"), "\n");
        assertThat(refusal()).contains("Missing required option: '--margin=N'");
        assertThat(refusal("--margin", "-1")).contains("must be >= 0: --margin -1");
        assertThat(refusal("--margin", "1", "--mode", "gapless"))
                .contains("must be block or ordered, since INCR confirms no number: --mode gapless");
        assertThat(refusal("--margin", "1", "--mode", "x")).contains("must be block, ordered or gapless: --mode x");
        assertThat(refusal("--check", "--mode", "block")).contains("--check creates nothing: give no --mode");
        assertThat(refusal("--check", "--dry-run")).contains("--dry-run and --check exclude each other");
        assertThat(refusal("--check", "--replace", "x"))
                .contains("must be FROM=TO, such as /=: where FROM is not empty: --replace x");
        assertThat(refusal("--check", "--redis-user", "ann")).contains("URL: a user of Redis needs a password");
        assertThat(refusal("--check", "--redis-password-file", empty.toString()))
                .contains("--redis-password-file is empty: " + empty);
        assertThat(refusal("--check", "--redis-tls-ca", empty.toString()))
                .contains("--redis-tls-ca, --redis-tls-client-certificate and --redis-tls-client-key need rediss://");
    }

    private String refusal(String... args) {
        Run run = imports(args);
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        return run.err();
    }

    @Test
    void linesOfTextBecomeSequencesToo(@TempDir Path folder) throws Exception {
        String[] command = {"import", "-", "--match", "*", "--margin", "10", "--mode", "gapless", "--server", address};
        assertThat(Run.withInput("orders 41\ninvoices\t7\n", command)).isEqualTo(new Run(0, """
                KEY       SEQUENCE  VALUE  FIRST  LEFT  OUTCOME
                invoices  invoices  7      18     10    created
                orders    orders    41     52     10    created

                2 created
                """, ""));
        assertThat(sequence("describe", "orders").out()).contains("mode              gapless\n");

        Path file = Files.writeString(folder.resolve("counters"), "orders|52");
        command[1] = "file:" + file;
        assertThat(Run.of(command).out())
                .contains("passed: it begins too low, but nobody uses it yet: snowkeeper sequence delete orders");

        Files.writeString(file, "\ufeffname;last\r\nparcels;\r\nreturns;1,5\r\nquotes;3\r\n");
        assertThat(Run.of(command)).isEqualTo(new Run(1, """
                KEY      SEQUENCE  VALUE  FIRST  LEFT  OUTCOME
                line 1   line 1    -      -      -     skipped: taken for a header: name;last
                line 3   line 3    -      -      -     failed: must be NAME and VALUE, with a tab, '|', ';', ',' or blanks between, where VALUE is an integer of 64 bits or NULL: returns;1,5
                parcels  parcels   0      11     10    created: nothing was given out before
                quotes   quotes    3      14     10    created

                2 created, 1 skipped, 1 failed
                """, ""));
        assertThat(Run.withInput("", "import", "-", "--match", "*", "--check", "--server", address))
                .isEqualTo(new Run(1, "", "snowkeeper: no counter matches * in standard input\n"));
    }

    @Test
    void aDatabaseThatDoesNotAnswerIsNamed(@TempDir Path folder) throws Exception {
        Run run = Run.of(
                "import",
                "jdbc:fake:shop?a=b",
                "--driver",
                DriverJar.ofFakeDriver(folder).toString(),
                "--database-user",
                "ann",
                "--table",
                "leaf",
                "--match",
                "*",
                "--check");

        assertThat(run)
                .isEqualTo(new Run(1, "", "snowkeeper: jdbc:fake:shop cannot be read: nobody is at home; for ann\n"));
    }

    @Test
    void optionsThatDoNotFitTheSourceAreRefused(@TempDir Path folder) throws Exception {
        String jar = DriverJar.ofFakeDriver(folder).toString();
        assertThat(refusalOf("jdbc:postgresql://db1/shop"))
                .contains("jdbc: needs the database's JDBC driver, which this program does not bring: download its jar")
                .contains("name it by --driver FILE");
        assertThat(refusalOf("jdbc:postgresql://db1/shop?password=s3cret", "--driver", jar))
                .contains("SOURCE has a password, which all see who see the machine's processes")
                .doesNotContain("s3cret");
        assertThat(refusalOf("jdbc:fake:shop", "--driver", jar))
                .contains(
                        "sequences are read of jdbc:postgresql: alone; for a table, give --table leaf or --table tinyid");
        assertThat(refusalOf("jdbc:fake:shop", "--driver", jar, "--table", "x"))
                .contains("must be leaf or tinyid: --table x");
        Path empty = Files.writeString(folder.resolve("empty"), "");
        assertThat(refusalOf("jdbc:fake:shop", "--driver", jar, "--database-password-file", empty.toString()))
                .contains("--database-password-file is empty: " + empty);
        assertThat(refusalOf("jdbc:fake:shop", "--driver", jar, "--redis-user", "ann"))
                .contains("--redis-user is for redis: or rediss: alone");
        assertThat(refusalOf("redis://cache", "--table", "leaf")).contains("--table is for jdbc: alone");
        assertThat(refusalOf("-", "--driver", jar)).contains("--driver is for jdbc: alone");
        assertThat(refusalOf("-", "--match", "a[b"))
                .contains("must have characters between [ and ], or \\[ for a bracket: --match a[b");
        assertThat(refusalOf("http://ann:s3cret@cache"))
                .contains(
                        "SOURCE must be redis://HOST, rediss://HOST, jdbc:postgresql://HOST/DATABASE or another jdbc: URL")
                .doesNotContain("s3cret");
    }

    private static String refusalOf(String source, String... args) {
        Run run = Run.of(Stream.concat(
                        Stream.of("import", source, "--check"),
                        Stream.of(args).anyMatch("--match"::equals)
                                ? Stream.of(args)
                                : Stream.concat(Stream.of("--match", "*"), Stream.of(args)))
                .toArray(String[]::new));
        assertThat(run.status()).as(run.err()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        return run.err();
    }

    @Test
    void aUrlThatIsNoneIsRefusedWithoutBeingRepeated() {
        Run run = Run.of("import", "redis://:s3 cret@cache", "--match", "*", "--check");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err())
                .contains("URL: must be redis://HOST[:PORT][/DATABASE]")
                .doesNotContain("cret");
    }
}
