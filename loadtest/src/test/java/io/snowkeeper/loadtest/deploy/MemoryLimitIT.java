package io.snowkeeper.loadtest.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.loadtest.client.Connector;
import io.snowkeeper.loadtest.client.LineClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged program with the flags of the image, in a JVM that believes to have the smallest limit. Its whole heap is
 * touched at the start, so that only what comes beside it is left to chance.
 */
class MemoryLimitIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Pattern LISTENS = Pattern.compile("listens on \\S+:(\\d+)");

    private static final Pattern ANSWERS_HTTP = Pattern.compile("answers HTTP on (\\S+)");

    private static final Pattern PENDING =
            Pattern.compile("^snowkeeper_answers_pending_bytes (\\S+)$", Pattern.MULTILINE);

    /** How many clients ask for more than they ever take: together for more than a node keeps of answers. */
    private static final int THAT_DO_NOT_READ = 600;

    @TempDir
    private Path folder;

    @Test
    void aNodeStaysBelowItsLimitAndServesWhileManyDoNotTakeTheirAnswers() throws Exception {
        Process node = start();
        List<Socket> greedy = new ArrayList<>();
        try {
            int port = awaitPort(node);
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            try (LineClient client =
                    Connector.within(PATIENCE, Optional.empty()).connect(address)) {
                await("ready").atMost(PATIENCE).until(() -> ask(client).contains("\"generate_ok\""));
                String batches = "{\"src\":\"c\",\"body\":{\"type\":\"generate_batch\",\"count\":100000}}\n".repeat(4);
                for (int i = 0; i < THAT_DO_NOT_READ; i++) {
                    Socket one = new Socket();
                    greedy.add(one);
                    // The kernel shall keep little of the answers.
                    one.setReceiveBufferSize(4096);
                    one.connect(address);
                    one.getOutputStream().write(batches.getBytes(UTF_8));
                }
                await("answers wait").atMost(PATIENCE).until(() -> pendingMebibytes() >= 16);

                for (int i = 0; i < 2_000; i++) {
                    assertThat(ask(client)).contains("\"generate_ok\"");
                }
                assertThat(node.isAlive()).isTrue();
                assertThat(mostMebibytes(node)).isLessThan(NodeFlags.SMALLEST_LIMIT);
            }
        } finally {
            for (Socket socket : greedy) {
                socket.close();
            }
            node.destroyForcibly().waitFor();
        }
    }

    private Process start() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(NodeFlags.ofTheImage().all());
        command.addAll(List.of("-XX:MaxRAM=%dm".formatted(NodeFlags.SMALLEST_LIMIT), "-XX:+AlwaysPreTouch"));
        // What a JVM takes by itself where it has less than 1,792 MiB.
        command.add("-XX:+UseSerialGC");
        command.addAll(List.of("-Xms%dm".formatted(heap()), "-jar", System.getProperty("snowkeeper.jar"), "serve"));
        command.addAll(List.of("--port", "0", "--embedded-zookeeper-port", "0"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(folder.resolve("stdout.txt").toFile())
                .redirectError(folder.resolve("stderr.txt").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SNOWKEEPER_") || name.contains("JAVA"));
        return builder.start();
    }

    private static long heap() throws IOException {
        return (long) (NodeFlags.SMALLEST_LIMIT * NodeFlags.ofTheImage().number("MaxRAMPercentage") / 100);
    }

    private int awaitPort(Process node) {
        Matcher port = await("listens")
                .atMost(PATIENCE)
                .failFast(() ->
                        assertThat(node.isAlive()).as(output("stderr.txt")).isTrue())
                .until(() -> LISTENS.matcher(output("stdout.txt")), Matcher::find);
        return Integer.parseInt(port.group(1));
    }

    /** Returns how much of answers waits in the node for clients that do not take them, as it tells by its metrics. */
    private double pendingMebibytes() throws IOException, InterruptedException {
        Matcher http = ANSWERS_HTTP.matcher(output("stdout.txt"));
        assertThat(http.find()).isTrue();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + http.group(1) + "/metrics"))
                .timeout(PATIENCE)
                .build();
        Matcher pending = PENDING.matcher(HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body());
        assertThat(pending.find()).isTrue();
        return Double.parseDouble(pending.group(1)) / (1 << 20);
    }

    private String output(String file) throws IOException {
        return Files.readString(folder.resolve(file));
    }

    private static String ask(LineClient client) throws IOException {
        client.send("{\"src\":\"c\",\"body\":{\"type\":\"generate\"}}\n");
        return client.next();
    }

    /** Returns the most memory that a process ever had resident, in MiB. */
    private static long mostMebibytes(Process process) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                .findFirst()
                .orElseThrow();
    }
}
