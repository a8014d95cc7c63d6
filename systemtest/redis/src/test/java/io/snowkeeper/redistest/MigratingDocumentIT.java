package io.snowkeeper.redistest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.process.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** The commands of docs/use/migrating.md, done one after the other in a shell, say what the document says, chapter by chapter. */
@OnlyInFull
class MigratingDocumentIT {

    private static final String PROMPT = "$ ";

    /** Has psql print what mysql -BN prints. */
    private static final String AS_MYSQL = " -XAtqF '\t' -c";

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private ProcessFleet fleet;
    private int status;

    @BeforeEach
    void start() throws Exception {
        fleet = new ProcessFleet(Files.createDirectory(folder.resolve("fleet")));
        fleet.serve("n1").awaitWorkerId();
        MigratingDocument.saveFiles(folder);
    }

    @AfterEach
    void stop() throws Exception {
        fleet.close();
    }

    @Test
    void countersInRedis() throws Exception {
        try (RedisServer redis = RedisServer.start(Files.createDirectory(folder.resolve("redis")))) {
            try (Jedis application = redis.connect()) {
                application.set("seq:orders", "4711");
                application.set("seq:invoices", "311");
                application.set("seq:motto", "count on us");
                application.set("visits", "5");
            }
            saysWhatTheDocumentSays(
                    "From counters in Redis", 8, command -> command.replace("-h redis1", "-p " + redis.port()));
        }
    }

    @Test
    void sequencesOfPostgreSql() throws Exception {
        try (Database shop = Database.start()) {
            shop.run(
                    "CREATE ROLE app LOGIN",
                    "CREATE TABLE orders (id bigserial PRIMARY KEY, text text)",
                    "GRANT USAGE ON SEQUENCE orders_id_seq TO app",
                    "SELECT setval('orders_id_seq', 4710)",
                    "CREATE TABLE invoices (id bigserial PRIMARY KEY)",
                    "SELECT setval('invoices_id_seq', 311)",
                    "CREATE SEQUENCE tickets_seq INCREMENT 50",
                    "SELECT setval('tickets_seq', 651)");
            saysWhatTheDocumentSays(
                    "From PostgreSQL sequences", 9, command -> command.replace("psql -h db1 -d shop", shop.psql()));
        }
    }

    /** Leaf's table is the same in PostgreSQL. */
    @Test
    void theTableOfLeaf() throws Exception {
        try (Database leaf = Database.start()) {
            leaf.run(
                    "CREATE TABLE leaf_alloc (biz_tag varchar(128) PRIMARY KEY, max_id bigint NOT NULL, step int NOT NULL)",
                    "INSERT INTO leaf_alloc VALUES ('orders', 84001, 2000), ('users', 2101, 100)");
            saysWhatTheDocumentSays(
                    "From Leaf", 5, command -> command.replace("mysql -h db1 leaf -BNe", leaf.psql() + AS_MYSQL));
        }
    }

    /** And so is tinyid's. */
    @Test
    void theTablesOfTinyid() throws Exception {
        try (Database odd = Database.start();
                Database even = Database.start()) {
            for (Database database : List.of(odd, even)) {
                database.run("CREATE TABLE tiny_id_info (biz_type varchar(63) PRIMARY KEY, max_id bigint NOT NULL,"
                        + " step int, delta int NOT NULL, remainder int NOT NULL)");
            }
            odd.run("INSERT INTO tiny_id_info VALUES ('coupons', 201, 100, 2, 1), ('parcels', 100001, 100000, 1, 0)");
            even.run("INSERT INTO tiny_id_info VALUES ('coupons', 100, 100, 2, 0)");
            saysWhatTheDocumentSays(
                    "From tinyid",
                    3,
                    command -> command.replace("mysql -h db1 tinyid -BNe", odd.psql() + AS_MYSQL)
                            .replace("for db in db1 db2", "for db in %d %d".formatted(odd.port(), even.port()))
                            .replace(
                                    "mysql -h $db tinyid -BNe",
                                    odd.psql().replace("-p " + odd.port(), "-p $db") + AS_MYSQL));
        }
    }

    @Test
    void linesOfText() throws Exception {
        try (Database shop = Database.start()) {
            shop.run("CREATE TABLE parcels (number bigint)", "INSERT INTO parcels VALUES (7), (42)");
            saysWhatTheDocumentSays(
                    "From anything else", 1, command -> command.replace("psql -h db1 -d shop", shop.psql()));
        }
    }

    @Test
    void snowflakes() throws Exception {
        saysWhatIsIn(
                console(MigratingDocument.text("run/operations.md"), "Another layout"), 2, UnaryOperator.identity());
        saysWhatTheDocumentSays("From snowflakes", 2, UnaryOperator.identity());
        saysWhatTheDocumentSays("From Leaf's snowflakes", 2, UnaryOperator.identity());
        saysWhatTheDocumentSays("From CosId", 6, UnaryOperator.identity());
        saysWhatTheDocumentSays("From TSIDs", 3, UnaryOperator.identity());
    }

    @Test
    void noChapterIsLeftOut() throws IOException {
        assertThat(MigratingDocument.text().lines().filter(line -> line.startsWith("## ")))
                .containsExactly(
                        "## From counters in Redis",
                        "## From PostgreSQL sequences",
                        "## From Hibernate's sequence generator",
                        "## From Leaf",
                        "## From tinyid",
                        "## From snowflakes",
                        "## From Leaf's snowflakes",
                        "## From CosId",
                        "## From TSIDs",
                        "## From anything else",
                        "## The command");
        assertThat(console(MigratingDocument.text(), "From Hibernate's sequence generator"))
                .isEmpty();
        assertThat(console(MigratingDocument.text(), "The command")).isEmpty();
    }

    private void saysWhatTheDocumentSays(String chapter, int commands, UnaryOperator<String> here) throws Exception {
        saysWhatIsIn(console(MigratingDocument.text(), chapter), commands, here);
    }

    private void saysWhatIsIn(List<String> lines, int commands, UnaryOperator<String> here) throws Exception {
        assertThat(lines.stream().filter(line -> line.startsWith(PROMPT))).hasSizeGreaterThanOrEqualTo(commands);
        List<String> said = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith(PROMPT)) {
                said.add(line);
                said.addAll(run(here.apply(line.substring(PROMPT.length()))));
            }
        }
        assertThat(said).isEqualTo(lines);
    }

    /** Returns the lines of all blocks of a chapter. */
    private static List<String> console(String document, String chapter) {
        Matcher text = Pattern.compile(
                        "^## %s\n(.*?)(?=^## |\\z)".formatted(chapter), Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(document);
        assertThat(text.find()).as(chapter).isTrue();
        Matcher block = Pattern.compile("^```console\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(text.group(1));
        List<String> lines = new ArrayList<>();
        while (block.find()) {
            lines.addAll(block.group(1).lines().toList());
        }
        return lines;
    }

    private List<String> run(String command) throws Exception {
        if (command.equals("echo $?")) {
            return List.of(Integer.toString(status));
        }
        String here = command.replaceFirst(
                "(^|\\| )snowkeeper ",
                "$1"
                        + Matcher.quoteReplacement("'%s' '%s' -jar '%s' "
                                .formatted(
                                        JavaProcess.tool("java"),
                                        String.join("' '", NodeProcess.quickStart()),
                                        NodeProcess.jar())));
        ProcessBuilder builder =
                new ProcessBuilder("sh", "-c", here).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("SNOWKEEPER_SERVER", fleet.addresses());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        status = process.waitFor();
        return output.lines().toList();
    }
}
