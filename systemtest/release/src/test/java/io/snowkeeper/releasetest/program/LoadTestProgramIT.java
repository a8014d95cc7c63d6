package io.snowkeeper.releasetest.program;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/** The load test as a program: its archive, and its runs on existing servers. */
class LoadTestProgramIT {

    private static final Archive ARCHIVE = new Archive("loadtest/dist", "snowkeeper-loadtest");
    private static final Pattern MESSAGE_ID = Pattern.compile("\"msg_id\":(\\d+)");

    /** Short, and not about how fast this machine is. */
    private static final List<String> SHORT =
            List.of("--duration", "1s", "--rate", "40", "--requests", "10", "--timeout", "60s", "--p99", "60s");

    @TempDir(factory = TempDirFactory.Standard.class)
    private static Path folder;

    private static Path root;

    @BeforeAll
    static void unpack() throws IOException {
        root = ARCHIVE.unpack(folder);
    }

    /** Its last lines of output, and its exit status. */
    private record Run(int status, String output, List<String> lastLines) {}

    private static Run run(String... options) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(root.resolve("bin/snowkeeper-loadtest").toString()));
        command.addAll(List.of(options));
        command.addAll(SHORT);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_OPTS", "-Xmx512m -XX:TieredStopAtLevel=1");
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        List<String> lines = output.lines().toList();
        return new Run(process.waitFor(), output, lines.subList(Math.max(0, lines.size() - 10), lines.size()));
    }

    @Test
    void ofANodeThatGivesIdsOverBothPortsTheLastLinesSayThatAllIsWell(@TempDir Path home) throws Exception {
        // No state directory: a write there covers two seconds, so a node that stands still for longer refuses.
        try (ProcessFleet fleet = ProcessFleet.onSharedZooKeeper(home)) {
            NodeProcess node = fleet.serve("n1", "--state-dir", "none");
            node.awaitWorkerId();
            Run run = run(
                    "--server",
                    "127.0.0.1:" + node.address().getPort(),
                    "--http",
                    URI.create(node.httpUrl()).getAuthority());

            assertThat(run.status()).as(run.output()).isZero();
            assertThat(run.lastLines())
                    .contains(
                            "requests      40 for ids, 0 failed",
                            "requests      40 for ids over HTTP, 0 failed",
                            "ids compared  80",
                            "duplicates    0",
                            "verdict       passed")
                    .anyMatch(line -> line.matches("times {9}p50 [\\d,]+ ms, p99 [\\d,]+ ms"));
        }
    }

    @Test
    void ofAServerThatRepeatsIdsItSaysHowOftenAndFails() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread accepting = new Thread(() -> giveOneIdToAll(server));
            accepting.setDaemon(true);
            accepting.start();

            Run run = run("--server", "127.0.0.1:" + server.getLocalPort());

            assertThat(run.status()).as(run.output()).isEqualTo(1);
            assertThat(run.output()).contains("of 40 ids, 39 were given out before, such as [17]");
            assertThat(run.lastLines())
                    .contains("requests      40 for ids, 0 failed", "ids compared  40", "duplicates    39")
                    .anyMatch(line -> line.startsWith("verdict       FAILED"));
        }
    }

    private static void giveOneIdToAll(ServerSocket server) {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Thread answering = new Thread(() -> giveOneId(client));
                answering.setDaemon(true);
                answering.start();
            } catch (IOException e) {
                // It was closed.
            }
        }
    }

    private static void giveOneId(Socket client) {
        try (client;
                BufferedReader lines = new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String asked = MESSAGE_ID
                        .matcher(line)
                        .results()
                        .map(match -> match.group(1))
                        .findFirst()
                        .orElse("null");
                client.getOutputStream()
                        .write(
                                "{\"src\": \"n1\", \"dest\": \"gatling\", \"body\": {\"type\": \"generate_ok\", \"id\": 17, \"in_reply_to\": %s, \"msg_id\": 0}}\n"
                                        .formatted(asked)
                                        .getBytes(US_ASCII));
            }
        } catch (IOException e) {
            // The user has left.
        }
    }

    @Test
    void whereNobodyListensThereIsNothingToCompareAndItFails() throws Exception {
        Run run = run("--server", "127.0.0.1:1");

        assertThat(run.status()).as(run.output()).isEqualTo(1);
        assertThat(run.output()).contains("there is no id to compare");
        assertThat(run.lastLines()).contains("ids compared  0");
    }

    @Test
    void aValueThatIsNoneIsRefusedBeforeAnythingIsAsked() throws Exception {
        Run run = run("--server", "127.0.0.1:1", "--batch", "0");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.output()).startsWith("must be >= 1 && <= 100000: --batch 0\n");
    }

    @Test
    void itHasWhatItsReadmeNamesAndNobodyElseMayChangeIt() throws Exception {
        ARCHIVE.assertIsWhole(root);
    }

    @Test
    void itsPartsAreThoseOfItsListToTheLastByte() throws Exception {
        Map<String, String> listed = parts().stream()
                .filter(part -> !isOurs(file(part)))
                .collect(toMap(LoadTestProgramIT::file, part -> sha256(part)));
        Map<String, String> there;
        try (Stream<Path> files = Files.list(root.resolve("lib"))) {
            there = files.filter(file -> file.toString().endsWith(".jar"))
                    .filter(file -> !isOurs(file.getFileName().toString()))
                    .collect(toMap(file -> file.getFileName().toString(), file -> sha256(file)));
        }

        assertThat(there)
                .as("renew the list by: mvn -Psystem,sbom -pl loadtest/dist -am process-classes")
                .hasSizeGreaterThan(30)
                .containsExactlyInAnyOrderEntriesOf(listed);
    }

    @Test
    void eachPartHasANoticeAndTheTextOfALicenceThatItIsUnder() throws Exception {
        Map<String, String> notices = Stream.of(
                        Files.readString(root.resolve("NOTICE")).split("\n\n"))
                .filter(paragraph -> paragraph.contains("\n    "))
                .collect(toMap(paragraph -> paragraph.lines().findFirst().orElseThrow(), paragraph -> paragraph));
        List<JsonNode> foreign =
                parts().stream().filter(part -> !isOurs(file(part))).toList();

        assertThat(foreign).extracting(part -> part.path("group").asText()).allMatch(notices::containsKey);
        assertThat(notices.keySet())
                .allMatch(group -> foreign.stream()
                        .anyMatch(part -> part.path("group").asText().equals(group)));
        for (String notice : notices.values()) {
            List<String> texts = Pattern.compile("\\S+\\.txt")
                    .matcher(notice)
                    .results()
                    .map(match -> match.group())
                    .toList();
            assertThat(texts.isEmpty())
                    .as(notice)
                    .isEqualTo(notice.contains("\n    Apache License 2.0\n")
                            || notice.endsWith("\n    Apache License 2.0"));
            assertThat(texts)
                    .allSatisfy(text ->
                            assertThat(root.resolve("licenses").resolve(text)).exists());
        }
    }

    private static List<JsonNode> parts() throws IOException {
        List<JsonNode> parts = new ArrayList<>();
        new ObjectMapper()
                .readTree(root.resolve("snowkeeper-loadtest.cdx.json").toFile())
                .path("components")
                .forEach(parts::add);
        return parts;
    }

    private static String file(JsonNode part) {
        return part.path("name").asText() + "-" + part.path("version").asText() + ".jar";
    }

    private static boolean isOurs(String file) {
        return file.startsWith("snowkeeper-");
    }

    private static String sha256(JsonNode part) {
        for (JsonNode hash : part.path("hashes")) {
            if (hash.path("alg").asText().equals("SHA-256")) {
                return hash.path("content").asText();
            }
        }
        throw new AssertionError("no SHA-256 of " + part.path("purl"));
    }

    private static String sha256(Path file) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
