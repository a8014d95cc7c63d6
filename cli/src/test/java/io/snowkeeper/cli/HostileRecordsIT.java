package io.snowkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands' output for records, members, keys and arguments that attack the viewer's terminal. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileRecordsIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** All that a terminal or a reader of lines acts on. */
    private static final String HOSTILE =
            "EVIL\u001b[2J\u001b]0;t\u0007\u009b2J\r\nBROKEN\u0085BROKEN\u2028BROKEN\u000bBROKEN\u202e\u2066\u200b";

    private static final Pattern ACTING = Pattern.compile("[\\p{Cc}&&[^\r\n]]|\\p{Cf}|\r(?!\n)|[\u2028\u2029]");

    /** More than a cell of a table shows. */
    private static final String HUGE = HOSTILE + "x".repeat(100_000);

    private LocalFleet fleet;
    private LocalNode node;
    private HttpServer member;
    private Path counters;
    private final String restored = SharedZooKeeper.newConnectString();

    @BeforeAll
    void startFleet(@TempDir Path folder) throws Exception {
        fleet = new LocalFleet(folder);
        node = fleet.serve("n1");
        await().until(() -> Run.of("ids", "--server", fleet.addresses()).status() == 0);
        sequence("create", "invoices", "--mode", "gapless", "--from", "1", "--to", "1000");
        sequence("next", "invoices", "--key", HOSTILE);
        sequence("next", "invoices", "--key", HOSTILE + 2);
        sequence("void", "invoices", "2", "--reason", HOSTILE.replaceAll("\\p{Cc}", ""));
        counters = Files.writeString(folder.resolve("counters"), HOSTILE.replace("\r\n", "") + " 7\norders " + HUGE);
        try (CuratorFramework client = CuratorFrameworkFactory.newClient(fleet.connectString(), new RetryOneTime(100));
                CuratorFramework other = CuratorFrameworkFactory.newClient(
                        restored.substring(0, restored.indexOf('/')), new RetryOneTime(100))) {
            client.start();
            other.start();
            other.usingNamespace(restored.substring(restored.indexOf('/') + 1))
                    .create()
                    .creatingParentsIfNeeded()
                    .forPath("/fleet", client.getData().forPath("/fleet"));
            assertThat(Run.of("recover", "--zookeeper", restored, "--begin").status())
                    .isZero();
            joinHostileMember(client);
            ObjectNode slot = JSON.createObjectNode();
            slot.put("owner", HOSTILE)
                    .put("node", HUGE)
                    .put(
                            "reservedUntil",
                            Instant.now().plus(Duration.ofDays(4000)).toString());
            client.create().forPath("/workers/1023", bytes(slot));
            client.create().forPath("/sequences/EVIL\u202eBROKEN", bytes(slot));
            // Line ends of a text are shown as such.
            client.create().forPath("/text", HUGE.replace("\r\n", "").getBytes(UTF_8));
            rename(client, "/sequences/invoices", "subject");
            rename(other, restored.substring(restored.indexOf('/')) + "/restores", "by", "evidence");
        }
    }

    private void joinHostileMember(CuratorFramework client) throws Exception {
        ObjectNode report = (ObjectNode) JSON.readTree(HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(node.httpUrl() + "/v1/node"))
                                .build(),
                        BodyHandlers.ofString())
                .body());
        report.put("name", "n2");
        for (String field : List.of("version", "state", "reason", "detail")) {
            report.put(field, HOSTILE);
        }
        report.put("reserved_until", "+999999999-12-31T23:59:59Z");
        member = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        member.createContext("/", exchange -> {
            byte[] body = bytes(report);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        member.start();
        int ticket = 7777;
        for (String name : List.of(HOSTILE, "n2")) {
            ObjectNode claim = JSON.createObjectNode();
            claim.put("node", name).put("kind", HOSTILE).putNull("worker");
            claim.putArray("endpoints")
                    .add(HOSTILE)
                    .add("http://127.0.0.1:" + member.getAddress().getPort());
            claim.put("since", "-999999999-01-01T00:00:00Z")
                    .putNull("skewMillis")
                    .put("idsPerSecond", 1e300)
                    .put("windowMillis", Long.MAX_VALUE)
                    .put("maxSkewMillis", -1);
            client.create().forPath("/claims/claim-000000" + ticket++, bytes(claim));
        }
        await().untilAsserted(() -> assertThat(
                        Run.of("fleet", "--json", "--url", node.httpUrl()).out())
                .containsIgnoringCase("\"detail\":\"EVIL"));
    }

    /** Has every record below a path that has the fields be of the hostile text there. */
    private static void rename(CuratorFramework client, String path, String... fields) throws Exception {
        for (String child : client.getChildren().forPath(path)) {
            rename(client, path + "/" + child, fields);
        }
        byte[] payload = client.getData().forPath(path);
        JsonNode record = payload.length > 0 && payload[0] == '{' ? JSON.readTree(payload) : JSON.nullNode();
        boolean[] changed = {false};
        for (String field : fields) {
            for (JsonNode found : record.findParents(field)) {
                ((ObjectNode) found).put(field, HOSTILE);
                changed[0] = true;
            }
        }
        if (changed[0]) {
            client.setData().forPath(path, bytes(record));
        }
    }

    private static byte[] bytes(JsonNode json) {
        return json.toString().getBytes(UTF_8);
    }

    private void sequence(String... arguments) {
        Run run = Run.of(Stream.concat(Stream.of("sequence", "--server", fleet.addresses()), Stream.of(arguments))
                .toArray(String[]::new));
        assertThat(run.status()).as(run.err()).isZero();
    }

    @AfterAll
    void stopFleet() {
        member.stop(0);
        fleet.close();
    }

    private Stream<List<String>> commands() {
        return Stream.of(
                        "fleet --url URL",
                        "fleet --url URL --json",
                        "status --server SERVER",
                        "doctor --zookeeper ZOOKEEPER --name n1",
                        "doctor --zookeeper ZOOKEEPER --name n1 --json",
                        "doctor --zookeeper ZOOKEEPER --name EVIL",
                        "retire 1023 --zookeeper ZOOKEEPER",
                        "retire 1023 --zookeeper ZOOKEEPER --json",
                        "recover --zookeeper RESTORED",
                        "sequence list --server SERVER",
                        "sequence list --json --server SERVER",
                        "sequence describe invoices --server SERVER",
                        "sequence describe EVIL --server SERVER",
                        "sequence pending invoices --server SERVER",
                        "sequence pending invoices --json --server SERVER",
                        "sequence ledger invoices --server SERVER",
                        "sequence ledger invoices --format csv --server SERVER",
                        "sequence ledger invoices --format EVIL --server SERVER",
                        "sequence audit invoices --server SERVER",
                        "sequence audit invoices --json --server SERVER",
                        "sequence audit --ledger COUNTERS",
                        "sequence audit invoices --books COUNTERS --server SERVER",
                        "sequence parse invoices EVIL --server SERVER",
                        "import COUNTERS --dry-run --server SERVER",
                        "import COUNTERS --dry-run --json --server SERVER",
                        "import EVIL --dry-run --server SERVER",
                        "decompose EVIL",
                        "decompose 1 --layout EVIL",
                        "serve --config EVIL",
                        "serve --EVIL",
                        "EVIL")
                .map(words -> List.of(words.split(" ")));
    }

    private Run onTerminal(List<String> words) {
        return Run.onTerminal(words.stream()
                .map(word -> word.replace("EVIL", HOSTILE)
                        .replace("URL", node.httpUrl())
                        .replace("SERVER", fleet.addresses())
                        .replace("RESTORED", restored)
                        .replace("ZOOKEEPER", fleet.connectString())
                        .replace("COUNTERS", counters.toString()))
                .toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fleet --url URL",
                "retire 1023 --zookeeper ZOOKEEPER",
                "recover --zookeeper RESTORED",
                "sequence pending invoices --server SERVER",
                "sequence ledger invoices --server SERVER"
            })
    void whatActsIsShownAsItsNumber(String words) {
        assertThat(onTerminal(List.of(words.split(" "))).out())
                .containsIgnoringCase("EVIL\\u001b[2J")
                .doesNotContain(" -2 ids/s");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void noCommandPrintsWhatATerminalActsOn(List<String> words) {
        Run run = onTerminal(words);

        for (String printed : List.of(run.out(), run.err())) {
            assertThat(ACTING.matcher(printed).results().map(acting ->
                            (int) acting.group().charAt(0)))
                    .as(printed)
                    .isEmpty();
            assertThat(printed.lines()).noneMatch(line -> line.startsWith("BROKEN"));
        }
    }
}
