package io.snowkeeper.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.process.JavaProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program on machines with other locales than the developer's. Its arguments are bytes here, in any locale of the test. */
@OnlyInFull
@Tag("system")
class MachineLocaleIT {

    private static final String CREATE =
            "{\"type\":\"sequence_create\",\"sequence\":\"g\",\"mode\":\"gapless\",\"from\":1,\"to\":1000,\"allow_overlap\":true}";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder;

    /** With four traps at a time: upper case of i, Arabic digits, their separators, and a calendar that is 543 years ahead. */
    private static final List<String> TURKISH =
            List.of("-Duser.language=tr", "-Duser.country=TR", "-Duser.extensions=u-ca-buddhist-nu-arab");

    private static NodeProcess node;

    @BeforeAll
    static void start() throws Exception {
        List<String> options = new ArrayList<>(NodeProcess.quickStart());
        options.addAll(TURKISH);
        node = NodeProcess.startWith(
                Files.createDirectories(folder.resolve("n1")),
                options,
                List.of("serve", "--name", "n1", "--port", "0", "--http-port", "0", "--embedded-zookeeper-port", "0"));
        node.awaitWorkerId();
    }

    @AfterAll
    static void stop() throws Exception {
        try (NodeProcess stopped = node) {
            assertThat(stopped.stop()).isZero();
            assertThat(stopped.stdout()).isASCII();
            assertThat(stopped.stderr()).isASCII();
        }
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(node.httpUrl() + path)).build(), BodyHandlers.ofString());
    }

    @Test
    void theWordsOfANodeHaveAsciiLettersAndDigits() throws Exception {
        try (LineClient client = LineClient.connect(node.address())) {
            // Again until sequences are served, which changes nothing.
            await().until(() -> client.call(CREATE).path("type").asText(), "sequence_create_ok"::equals);
            assertThat(client.call("{\"type\":\"sequence_next\",\"sequence\":\"g\",\"count\":3}")
                            .path("numbers"))
                    .hasToString("[1,2,3]");
        }
        HttpResponse<String> page = get("/v1/sequences/g/ledger?limit=1");
        assertThat(page.headers().firstValue("link")).hasValue("</v1/sequences/g/ledger?from=2&limit=1>; rel=\"next\"");
        assertThat(get("/v1/sequences/g/ledger?limit=0").body())
                .contains("\"detail\":\"limit must be an integer from 1 to 1000: limit=0\"");
        for (String path : List.of("/readyz?verbose", "/metrics", "/v1/fleet", "/v1/sequences/g")) {
            assertThat(get(path).body()).isNotEmpty().isASCII();
        }
        assertThat(get("/v1/fleet/nodes").body()).containsPattern("\"as_of\":\"20\\d\\d-");
    }

    /** A run of a script that has {@code $SK} for the program. */
    private record Ran(int status, String out, String err) {}

    private static Ran sh(Map<String, String> environment, String script) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script).directory(folder.toFile());
        builder.environment()
                .keySet()
                .removeIf(name -> name.startsWith("LC_") || name.startsWith("LANG") || name.startsWith("SNOWKEEPER_"));
        String options = String.join(" ", NodeProcess.quickStart());
        builder.environment().put("SK", JavaProcess.tool("java") + " " + options + " -jar " + NodeProcess.jar());
        builder.environment()
                .put(
                        "SNOWKEEPER_SERVER",
                        node.address().getHostString() + ":" + node.address().getPort());
        builder.environment().putAll(environment);
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        int status = builder.redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start()
                .waitFor();
        return new Ran(status, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    }

    /** M\u00fcller, M\u00f6ller, and each again. */
    @Test
    void twoKeysAreTwoNumbersWithoutALocale() throws Exception {
        assertThat(sh(Map.of("LC_ALL", "C"), """
                set -e
                $SK sequence create keys --mode ordered --from 1 --to 9 --allow-overlap > created
                for key in 'M\\303\\274ller' 'M\\303\\266ller' 'M\\303\\274ller' 'M\\303\\266ller'; do
                    $SK sequence next keys --key "$(printf "$key")"
                done
                """)).isEqualTo(new Ran(0, "1\n2\n1\n2\n", ""));
    }

    /** The C library takes the first for C, as it takes POSIX and no locale, and the second one because there is none of that name. */
    @ParameterizedTest
    @ValueSource(strings = {"C", "xx_XX.UTF-8", "C.UTF-8"})
    void whatIsNoUtf8IsRefused(String locale) throws Exception {
        Ran ran = sh(
                Map.of("LC_ALL", locale),
                "$SK sequence next none --key \"$(printf 'M\\374ller')\"; SNOWKEEPER_NAME=$(printf '\\374') $SK status");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .matches("snowkeeper: argument 5 cannot be decoded: give it in UTF-8, and set LC_ALL=C.UTF-8; .*\n"
                        + "snowkeeper: variable SNOWKEEPER_NAME cannot be decoded: .*\n");
    }

    /** In a file it is read by UTF-8, and so it is written. */
    @Test
    void errorsAreWrittenInUtf8WithoutALocale() throws Exception {
        Files.writeString(folder.resolve("options"), "na\u00efve=1\n");

        assertThat(sh(Map.of("LC_ALL", "C"), "$SK status --config options"))
                .isEqualTo(new Ran(2, "", "snowkeeper: unknown key in options: na\u00efve; did you mean name?\n"));
    }

    @Test
    void aPathThatTheLocaleCannotEncodeIsRefused() throws Exception {
        assertThat(sh(Map.of("LC_ALL", "C"), "$SK import \"$(printf 'B\\303\\274cher')\" --margin 1")
                        .err())
                .startsWith("snowkeeper: ")
                .contains(": give it in UTF-8, and set LC_ALL=C.UTF-8; the charset of this locale is ")
                .doesNotContain("defect");
    }
}
