package io.snowkeeper.cli.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.cli.LocalFleet;
import io.snowkeeper.cli.LocalNode;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.process.Shell;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A node and redis-server answer the commands of both in the same bytes, and Redis' own tools take a node for a Redis.
 */
@Tag("system")
class RedisComparisonIT {

    private static LocalFleet fleet;
    private static JavaProcess redis;
    private static int nodePort;
    private static int redisPort;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        fleet = new LocalFleet(folder);
        nodePort = Ports.next();
        redisPort = Ports.next(nodePort);
        // Without a state directory: a node refuses while its disk stalls for longer than its state is ahead.
        LocalNode node = fleet.serve(
                "n1", "--state-dir", "none", "--redis-port", Integer.toString(nodePort), "--redis-create", "block");
        redis = JavaProcess.start(new ProcessBuilder(
                        "redis-server", "--port", Integer.toString(redisPort), "--save", "", "--bind", "127.0.0.1")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("redis.log").toFile()));
        node.awaitWorkerId();
        await().ignoreExceptions()
                .until(() -> exchange(redisPort, "PING\r\nQUIT\r\n").startsWith("+PONG"));
        await().ignoreExceptions()
                .until(() -> exchange(nodePort, "GET ready\r\nQUIT\r\n").startsWith("$-1"));
    }

    @AfterAll
    static void stop() {
        redis.close();
        fleet.close();
    }

    static Stream<String> conversations() {
        return Stream.of(
                arrays("PING", "ping", "PING hello", "PING a b"),
                arrays("ECHO hi", "ECHO", "ECHO a b"),
                arrays("INCR same", "INCR same", "INCRBY same 10", "GET same", "GET nothing"),
                arrays(
                        "INCR",
                        "INCRBY same",
                        "INCRBY same x",
                        "INCRBY same 1 2",
                        "GET",
                        "INCRBY same 99999999999999999999"),
                arrays("SELECT 0", "SELECT", "SELECT x"),
                arrays("MULTI", "INCR queued", "INCRBY queued x", "PING", "EXEC", "GET queued"),
                arrays("MULTI", "EXEC", "EXEC", "MULTI", "INCR dropped", "DISCARD", "DISCARD", "GET dropped"),
                arrays("MULTI", "MULTI", "SELECT x", "EXEC", "MULTI", "RESET", "EXEC"),
                arrays("EXISTS there", "TTL there", "PTTL there", "INCR there", "EXISTS there", "TTL there", "EXISTS"),
                arrays("INCR kept", "SET kept 0 NX", "SET kept 5 nx", "SETNX kept 5", "GET kept", "SETNX kept"),
                arrays("ROLE", "ROLE x"),
                arrays("AUTH", "AUTH x", "AUTH default x", "AUTH other x", "AUTH a b c"),
                arrays("HELLO 4", "HELLO x", "HELLO 3 FOO", "HELLO 2 SETNAME", "HELLO 3 AUTH other x"),
                arrays("CLIENT GETNAME", "CLIENT SETNAME me", "CLIENT GETNAME", "RESET", "CLIENT GETNAME"),
                arrays("CLIENT SETNAME", "CLIENT GETNAME x", "CLIENT ID x", "CLIENT NO-EVICT ON", "CLIENT NO-EVICT x"),
                arrays("COMMAND INFO nothing"),
                "*2\r\n$4\r\nECHO\r\n$6\r\na\r\nb\u00e4\0\r\n",
                "PING\r\n\r\n  PING  \nECHO \"a\\x41\\n\"\r\nECHO 'it\\'s'\r\n",
                "*0\r\n*-1\r\nPING\r\n",
                "*x\r\n",
                "*01\r\n",
                "*9999999999\r\n",
                "*1\r\nPING\r\n",
                "*1\r\n$-1\r\n",
                "*1\r\n$x\r\n",
                "*1\r\n$9999999999\r\n",
                "PING \"\r\n",
                "PING \"a\"b\r\n");
    }

    @ParameterizedTest
    @MethodSource("conversations")
    void aConversationIsTheSameWithBoth(String bytes) throws IOException {
        String sent = bytes + arrays("QUIT");

        assertThat(exchange(nodePort, sent)).isEqualTo(exchange(redisPort, sent));
    }

    static Stream<String> conversationsWithMore() {
        return Stream.of(
                arrays("FOO a b"), arrays("SELECT 99999"), arrays("MULTI", "FOO", "INCR more", "EXEC", "GET more"));
    }

    /** A node's additions come after Redis' words. */
    @ParameterizedTest
    @MethodSource("conversationsWithMore")
    void anErrorBeginsAsThatOfRedisAndSaysMore(String bytes) throws IOException {
        String sent = bytes + arrays("QUIT");
        List<String> ofRedis = exchange(redisPort, sent).lines().toList();
        List<String> ofNode = exchange(nodePort, sent).lines().toList();

        assertThat(ofNode).hasSameSizeAs(ofRedis).isNotEqualTo(ofRedis);
        for (int i = 0; i < ofRedis.size(); i++) {
            assertThat(ofNode.get(i)).startsWith(ofRedis.get(i));
        }
    }

    @Test
    void redisCliTakesANodeForARedis() throws IOException {
        assertThat(cli("PING")).isEqualTo("PONG");
        assertThat(cli("-3", "INCR", "by-cli")).isEqualTo("1");
        assertThat(Long.parseLong(cli("ID.NEXT"))).isPositive();
        assertThat(cli("ID.NEXT", "COUNT", "3").lines()).hasSize(3);
        assertThat(cli("INFO")).contains("role:master", "loading:0");
        assertThat(cli("--latency", "-i", "1", "--csv")).matches("\\d+,\\d+,[\\d.]+,\\d+");
    }

    @Test
    void redisBenchmarkRunsToItsEnd() throws IOException {
        String printed =
                Shell.run("redis-benchmark", "-p", Integer.toString(nodePort), "-t", "ping,incr", "-n", "10000", "-q");

        assertThat(printed).contains("PING_INLINE: ", "PING_MBULK: ", "INCR: ").doesNotContain("rror");
    }

    private static String cli(String... words) throws IOException {
        return Shell.run(Stream.concat(Stream.of("redis-cli", "-p", Integer.toString(nodePort)), Stream.of(words))
                        .toArray(String[]::new))
                .strip();
    }

    private static String arrays(String... commands) {
        StringBuilder all = new StringBuilder();
        for (String command : commands) {
            List<String> words = List.of(command.split(" "));
            all.append('*').append(words.size()).append("\r\n");
            words.forEach(word -> all.append('$')
                    .append(word.length())
                    .append("\r\n")
                    .append(word)
                    .append("\r\n"));
        }
        return all.toString();
    }

    /** Sends bytes, each a character, and returns all that comes up to the end. */
    private static String exchange(int port, String bytes) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }
}
