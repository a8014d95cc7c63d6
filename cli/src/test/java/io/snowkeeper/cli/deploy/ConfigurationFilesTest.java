package io.snowkeeper.cli.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationFilesTest {

    private static final Path DEPLOY = Path.of("../deploy");

    @ParameterizedTest
    @ValueSource(strings = {"nodes.cfg", "nodes-proxy-protocol.cfg"})
    @Tag("system")
    void haproxyFindsNoFaultInItsConfiguration(String nodes) throws Exception {
        ProcessBuilder check = new ProcessBuilder(
                        "haproxy",
                        "-c",
                        "-f",
                        "haproxy/haproxy.cfg",
                        "-f",
                        "haproxy/" + nodes,
                        "-f",
                        "haproxy/redis.cfg")
                .directory(DEPLOY.toFile())
                .redirectErrorStream(true);
        // A name server that does not answer is not waited for.
        check.environment().put("RES_OPTIONS", "timeout:1 attempts:1");
        Process haproxy = check.start();
        haproxy.getOutputStream().close();
        String output = new String(haproxy.getInputStream().readAllBytes(), UTF_8);

        assertThat(haproxy.waitFor()).as(output).isZero();
        // The names of the compose file are not known here; that is all there is to warn of.
        assertThat(output.lines().filter(line -> line.contains("[WARNING]") && !line.contains("could not resolve")))
                .isEmpty();
    }

    @Test
    void theFleetScriptPassesBashsOwnCheck() throws Exception {
        Process bash = new ProcessBuilder("bash", "-n", "fleet")
                .directory(DEPLOY.toFile())
                .inheritIO()
                .start();

        assertThat(bash.waitFor()).isZero();
    }

    @Test
    void theComposeFileHasAFleetOfThreeWithAllAroundIt() throws IOException {
        List<String> services = new ArrayList<>();
        compose().path("services").fieldNames().forEachRemaining(services::add);

        assertThat(services).containsExactly("zk1", "zk2", "zk3", "n1", "n2", "n3", "haproxy", "prometheus", "grafana");
    }

    @Test
    void theComposeFileMountsOnlyWhatIsThere() throws IOException {
        List<String> mounted = new ArrayList<>();
        compose().findValues("volumes").forEach(volumes -> volumes.forEach(volume -> mounted.add(volume.asText())));

        assertThat(mounted.stream()
                        .filter(volume -> volume.startsWith("./"))
                        .map(volume -> DEPLOY.resolve(volume.substring(0, volume.indexOf(':')))))
                .isNotEmpty()
                .allMatch(Files::exists);
    }

    @Test
    void whatTheImageCopiesIsLetThroughToTheBuilder() throws IOException {
        Stream<String> copied = Files.readAllLines(DEPLOY.resolve("Dockerfile")).stream()
                .filter(line -> line.startsWith("COPY --chmod"))
                .map(line -> line.split(" ")[2]);

        assertThat(Files.readAllLines(DEPLOY.resolve("../.dockerignore")))
                .containsAll(copied.map(file -> "!" + file).toList());
    }

    @Test
    void theImageAndTheUnitHaveALocaleOfUtf8() throws IOException {
        assertThat(Files.readString(DEPLOY.resolve("Dockerfile"))).contains("ENV LANG=C.UTF-8 ");
        assertThat(Files.readString(DEPLOY.resolve("systemd/snowkeeper.service")))
                .contains("\nEnvironment=LANG=C.UTF-8\n");
    }

    private static JsonNode compose() throws IOException {
        return new YAMLMapper().readTree(DEPLOY.resolve("compose.yaml").toFile());
    }
}
