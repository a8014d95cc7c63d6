package io.snowkeeper.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Neither the log nor the audit trail contains the node's token, one of its policy, or a wrong one, after any request
 * with it.
 */
@Tag("system")
class SecretsInLogIT {

    private static final String TOKEN = "f3a1-the-token-of-this-test-77c0";
    private static final String OF_POLICY = "f3a1-the-token-of-a-subject-77c2";
    private static final String LOGIN = "f3a1-the-password-of-zookeeper-77c3";
    private static final String GUESS = "f3a1-the-guess-of-this-test-77c1";

    private static final String AUTH = "{\"src\":\"c1\",\"body\":{\"type\":\"auth\",\"msg_id\":1,\"token\":\"%s\"}}";

    /** Everything that anybody logs, stack traces included. */
    private static final String ALL_LEVELS = """
            <configuration>
              <appender name="STDERR" class="ch.qos.logback.core.ConsoleAppender">
                <target>System.err</target>
                <encoder><pattern>%level %logger: %msg%n</pattern></encoder>
              </appender>
              <root level="TRACE"><appender-ref ref="STDERR"/></root>
            </configuration>
            """;

    @TempDir
    private Path folder;

    private ProcessFleet fleet;
    private Path tokenFile;
    private Path policyFile;
    private Path auditLog;

    @BeforeEach
    void startZooKeeper() throws Exception {
        fleet = ProcessFleet.onSharedZooKeeper(folder);
        tokenFile = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        policyFile = Files.writeString(
                folder.resolve("policy.json"),
                "{\"subjects\": [{\"name\": \"billing\", \"token_sha256\": \"%s\", \"rights\": [\"define:B*\"]}]}"
                        .formatted(AdminToken.digest(OF_POLICY)));
        auditLog = folder.resolve("audit.log");
    }

    @AfterEach
    void stopFleet() throws Exception {
        fleet.close();
    }

    @Test
    void noneIsInTheLogAsJson() throws Exception {
        assertTellsNoSecret(fleet.serve("n1", options("--log-format", "json")));
    }

    @Test
    void noneIsInTheLogOfAllLevels() throws Exception {
        Path levels = Files.writeString(folder.resolve("levels.xml"), ALL_LEVELS);
        try (NodeProcess node = NodeProcess.serve(
                folder,
                Map.of("JAVA_TOOL_OPTIONS", "-Dlogback.configurationFile=" + levels),
                options("--zookeeper", fleet.connectString(), "--name", "n1"))) {
            assertTellsNoSecret(node);
            assertThat(node.stderr()).contains("\nTRACE ", "\nDEBUG io.netty", "\nDEBUG org.apache.zookeeper");
        }
    }

    @Test
    void noneIsInWhatANodeReportsOfItsOptions() throws Exception {
        // Each in the file, and in the file's name.
        Path login = Files.writeString(folder.resolve(LOGIN + "-file"), "fleet:" + LOGIN + "\n");
        Path token = Files.move(tokenFile, folder.resolve(TOKEN + "-file"));
        Path policy = Files.move(policyFile, folder.resolve(OF_POLICY + "-file"));
        Path file = Files.writeString(folder.resolve("node.properties"), "zookeeper-auth-file=" + login + "\n");
        try (NodeProcess node = NodeProcess.serve(
                folder,
                Map.of("SNOWKEEPER_ADMIN_TOKEN_FILE", token.toString()),
                "--name",
                "n1",
                "--embedded-zookeeper-port",
                "0",
                "--config",
                file.toString(),
                "--policy-file",
                policy.toString())) {
            node.awaitWorkerId();
            URI url = URI.create(node.httpUrl());
            String told = exchange(node.address(), "{\"src\":\"c1\",\"body\":{\"type\":\"status\"}}\n")
                    + exchange(
                            new InetSocketAddress(url.getHost(), url.getPort()),
                            "GET /v1/node HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");

            assertThat(node.stop()).isZero();
            assertThat(node.stdout() + node.stderr() + told).doesNotContain(TOKEN, OF_POLICY, LOGIN);
            assertThat(told)
                    .contains("\"options_in_environment\": [\"admin-token-file\"]")
                    .contains("\"options_in_file\":[\"zookeeper-auth-file\"]")
                    .contains("\"policy-file\"");
            assertThat(node.stderr())
                    .contains("; options in environment: admin-token-file; options in file: zookeeper-auth-file\n");
        }
    }

    @Test
    void aLoginInZooKeepersAddressIsNotRepeated() throws Exception {
        try (NodeProcess node =
                NodeProcess.serve(folder, Map.of(), "--name", "n1", "--zookeeper", "fleet:" + LOGIN + "@zk1:2181")) {
            assertThat(node.awaitExit()).isNotZero();
            assertThat(node.stderr()).contains("without a login").doesNotContain(LOGIN);
        }
    }

    private String[] options(String... more) {
        return Stream.concat(
                        Stream.of(
                                "--admin-token-file",
                                tokenFile.toString(),
                                "--policy-file",
                                policyFile.toString(),
                                "--audit-log",
                                auditLog.toString()),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    private void assertTellsNoSecret(NodeProcess node) throws Exception {
        node.awaitWorkerId();
        // The first sequence may take longer than a node waits for it; to create it again is no error.
        String lines = await().until(() -> lines(node.address()), said -> said.contains("sequence_create_ok"));
        String answers = lines + http(URI.create(node.httpUrl()));
        assertThat(answers)
                .as("good calls and bad ones")
                .contains(
                        "sequence_create_ok",
                        "auth_ok",
                        "\"code\": 22",
                        "HTTP/1.1 201 ",
                        "HTTP/1.1 401 ",
                        "HTTP/1.1 400 ");
        assertThat(node.stop()).isZero();

        assertThat(node.stderr()).isNotEmpty();
        String trail = Files.readString(auditLog);
        assertThat(node.stdout() + node.stderr() + trail).doesNotContain(TOKEN, GUESS, OF_POLICY);
        assertThat(trail)
                .contains(
                        "\"subject\":\"admin\",\"shown\":\"token\"",
                        "\"subject\":\"billing\",\"shown\":\"token\"",
                        "\"action\":\"sequence_create\",\"sequence\":\"A\"",
                        "\"outcome\":\"done\"",
                        "\"outcome\":\"denied\"");
        assertThat(node.stderr()).contains("snowkeeper.audit");
    }

    private static String lines(InetSocketAddress address) throws IOException {
        String create = "{\"src\":\"c1\",\"body\":{\"type\":\"sequence_create\",\"msg_id\":1,\"sequence\":\"A\","
                + "\"mode\":\"block\",\"from\":1,\"to\":9,\"token\":\"%s\"}}";
        return exchange(
                address,
                String.join(
                                "\n",
                                create.formatted(TOKEN),
                                create.formatted(GUESS),
                                AUTH.formatted(GUESS),
                                AUTH.formatted(OF_POLICY),
                                create.replace(",\"token\":\"%s\"", ""),
                                AUTH.formatted(OF_POLICY + "x".repeat(2_000)),
                                AUTH.formatted(TOKEN).replace("\"auth\"", "auth"),
                                // Cut, doubled, in other places, in a line that is too long.
                                create.formatted(TOKEN).replace("}}", ""),
                                create.formatted(TOKEN) + create.formatted(GUESS),
                                "{\"token\":\"" + TOKEN
                                        + "\",\"body\":{\"type\":\"sequence_delete\",\"sequence\":\"A\"}}",
                                TOKEN,
                                create.formatted(TOKEN + "x".repeat(70_000)))
                        + "\n");
    }

    private static String http(URI url) throws IOException {
        InetSocketAddress address = new InetSocketAddress(url.getHost(), url.getPort());
        String body = "{\"sequence\":\"B\",\"mode\":\"block\",\"ranges\":[{\"from\":11,\"to\":19}]}";
        String answers = "";
        for (String authorization : List.of(
                "Bearer " + OF_POLICY,
                "Bearer " + TOKEN,
                "Bearer " + GUESS,
                "Basic " + TOKEN,
                TOKEN,
                "Bearer " + TOKEN + " " + GUESS)) {
            answers += exchange(
                    address,
                    "POST /v1/sequences HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: %s\r\ncontent-length: %d\r\n\r\n%s"
                            .formatted(authorization, body.length(), body));
        }
        for (String path : List.of("/v1/sequences?token=" + TOKEN, "/" + TOKEN, "/%zz" + TOKEN)) {
            answers += exchange(address, "GET " + path + " HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        }
        // Headers that are broken, cut short, and too long.
        return answers
                + exchange(address, "GET / HTTP/1.1\r\nauthorization: Bearer " + TOKEN + "\r\n" + TOKEN + "\r\n\r\n")
                + exchange(address, "GET / HTTP/1.1\r\nauthorization: Bearer " + TOKEN)
                + exchange(address, "GET / HTTP/1.1\r\nauthorization: Bearer " + TOKEN.repeat(1000) + "\r\n\r\n");
    }

    /** Sends bytes, ends its side, and returns all that comes. */
    private static String exchange(InetSocketAddress address, String bytes) throws IOException {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            socket.setSoTimeout(Patience.LIMIT_MILLIS);
            socket.getOutputStream().write(bytes.getBytes(UTF_8));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }
}
