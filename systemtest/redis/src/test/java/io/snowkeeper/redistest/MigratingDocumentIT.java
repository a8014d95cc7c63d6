package io.snowkeeper.redistest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
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

/** The commands of docs/migrating.md, done one after the other in a shell, say what the document says, chapter by chapter. */
class MigratingDocumentIT {

    private static final String PROMPT = "$ ";

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private ProcessFleet fleet;
    private int status;

    @BeforeEach
    void start() throws Exception {
        fleet = new ProcessFleet(Files.createDirectory(folder.resolve("fleet")));
        fleet.serve("n1").awaitWorkerId();
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
                    "From counters in Redis",
                    8,
                    command -> command.replace("redis://redis1", redis.url())
                            .replace("redis-cli -h redis1", "redis-cli -p " + redis.port()));
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
            UnaryOperator<String> psql = onPostgreSql("psql -h db1 -d shop", "", shop);
            UnaryOperator<String> program = onPostgreSql("jdbc:postgresql://db1/shop --driver postgresql.jar", shop);
            saysWhatTheDocumentSays("From PostgreSQL sequences", 9, command -> program.apply(psql.apply(command)));
        }
    }

    /** Leaf's table is the same in PostgreSQL. */
    @Test
    void theTableOfLeaf() throws Exception {
        try (Database leaf = Database.start()) {
            leaf.run(
                    "CREATE TABLE leaf_alloc (biz_tag varchar(128) PRIMARY KEY, max_id bigint NOT NULL, step int NOT NULL)",
                    "INSERT INTO leaf_alloc VALUES ('orders', 84001, 2000), ('users', 2101, 100)");
            Files.writeString(folder.resolve("leaf.password"), "secret");
            UnaryOperator<String> mysql = onPostgreSql("mysql -h db1 leaf -BNe", " -AtqF '\t' -c", leaf);
            UnaryOperator<String> program = onPostgreSql("jdbc:mysql://db1/leaf --driver mysql-connector-j.jar", leaf);
            saysWhatTheDocumentSays("From Leaf", 6, command -> program.apply(mysql.apply(command)));
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
            Files.writeString(folder.resolve("tinyid.password"), "secret");
            UnaryOperator<String> mysql = onPostgreSql("mysql -h db1 tinyid -BNe", " -AtqF '\t' -c", odd);
            UnaryOperator<String> first = onPostgreSql("jdbc:mysql://db1/tinyid --driver mysql-connector-j.jar", odd);
            UnaryOperator<String> second = onPostgreSql("jdbc:mysql://db2/tinyid --driver mysql-connector-j.jar", even);
            saysWhatTheDocumentSays("From tinyid", 3, command -> second.apply(first.apply(mysql.apply(command))));
        }
    }

    @Test
    void linesOfText() throws Exception {
        try (Database shop = Database.start()) {
            shop.run("CREATE TABLE parcels (number bigint)", "INSERT INTO parcels VALUES (7), (42)");
            saysWhatTheDocumentSays("From anything else", 1, onPostgreSql("psql -h db1 -d shop", "", shop));
        }
    }

    @Test
    void snowflakes() throws Exception {
        saysWhatTheDocumentSays("From snowflakes", 2, UnaryOperator.identity());
        saysWhatTheDocumentSays("From Leaf's snowflakes", 2, UnaryOperator.identity());
        saysWhatTheDocumentSays("From CosId", 4, UnaryOperator.identity());
    }

    @Test
    void noChapterIsLeftOut() throws IOException {
        assertThat(Files.readString(document()).lines().filter(line -> line.startsWith("## ")))
                .containsExactly(
                        "## From counters in Redis",
                        "## From PostgreSQL sequences",
                        "## From Leaf",
                        "## From tinyid",
                        "## From snowflakes",
                        "## From Leaf's snowflakes",
                        "## From CosId",
                        "## From anything else",
                        "## The command");
        assertThat(console("The command")).isEmpty();
    }

    private static Path document() {
        return Path.of("..", "..", "docs", "migrating.md");
    }

    /** Has what the document asks by its own program asked by psql of a test's database. */
    private static UnaryOperator<String> onPostgreSql(String text, String options, Database database) {
        return command -> command.replace(
                text, "psql -h 127.0.0.1 -p %d -U postgres -d postgres%s".formatted(database.port(), options));
    }

    /** Has what the program asks by another URL and driver asked of a test's database. */
    private static UnaryOperator<String> onPostgreSql(String text, Database database) throws Exception {
        String here = "'%s' --driver '%s'".formatted(database.url(), Database.driver());
        return command -> command.replace(text, here);
    }

    private void saysWhatTheDocumentSays(String chapter, int commands, UnaryOperator<String> here) throws Exception {
        List<String> lines = console(chapter);
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
    private static List<String> console(String chapter) throws IOException {
        Matcher text = Pattern.compile(
                        "^## %s\n(.*?)(?=^## |\\z)".formatted(chapter), Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(Files.readString(document()));
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
                        + Matcher.quoteReplacement("'%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar '%s' "
                                .formatted(
                                        Path.of(System.getProperty("java.home"), "bin", "java"), NodeProcess.jar())));
        ProcessBuilder builder =
                new ProcessBuilder("sh", "-c", here).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("SNOWKEEPER_SERVER", fleet.addresses());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        status = process.waitFor();
        return output.lines().toList();
    }
}
