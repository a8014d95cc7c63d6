package io.snowkeeper.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.snowkeeper.cli.recover.RecoverCommand;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Seen through {@code decompose} where a value matters, and through refused values where it matters whence it came. */
@Timeout(60)
class ConfigurationTest {

    private static final String ONE_MILLISECOND = "4194304";

    @TempDir
    private Path folder;

    @Test
    void theCommandLineGoesBeforeTheEnvironment() {
        Run run = Run.in(
                Map.of("SNOWKEEPER_EPOCH", "2021-01-01T00:00:00Z"),
                "decompose",
                "--epoch",
                "2022-01-01T00:00:00Z",
                ONE_MILLISECOND);

        assertThat(run.out()).startsWith("time      2022-01-01T00:00:00.001Z\n");
    }

    @Test
    void theEnvironmentGoesBeforeTheFile() throws IOException {
        Path file = file("epoch=2020-01-01T00:00:00Z");

        Run run = Run.in(
                Map.of("SNOWKEEPER_EPOCH", "2021-01-01T00:00:00Z"),
                "decompose",
                "--config",
                file.toString(),
                ONE_MILLISECOND);

        assertThat(run.out()).startsWith("time      2021-01-01T00:00:00.001Z\n");
    }

    @Test
    void theFileGoesBeforeTheDefault() throws IOException {
        Path file = file("epoch = 2020-01-01T00:00:00Z ");

        assertThat(Run.of("decompose", "--config=" + file, ONE_MILLISECOND).out())
                .startsWith("time      2020-01-01T00:00:00.001Z\n");
    }

    @Test
    void theEnvironmentMayNameTheFile() throws IOException {
        Path file = file("epoch=2020-01-01T00:00:00Z");

        assertThat(Run.in(Map.of("SNOWKEEPER_CONFIG", file.toString()), "decompose", ONE_MILLISECOND)
                        .out())
                .startsWith("time      2020-01-01T00:00:00.001Z\n");
    }

    @Test
    void oneFileServesAllCommands() throws IOException {
        Path file = file("port=7071", "window=30s", "embedded-zookeeper-port=0", "name=n1");

        assertThat(Run.of("decompose", "--config", file.toString(), ONE_MILLISECOND)
                        .status())
                .isZero();
    }

    @Test
    void refusesAFileThatIsNotThere() {
        Path missing = folder.resolve("missing.properties");

        assertThat(Run.of("decompose", "--config", missing.toString(), "1"))
                .isEqualTo(new Run(2, "", "snowkeeper: configuration file does not exist: " + missing + "\n"));
    }

    @Test
    void refusesAFileThatIsAFolder() {
        assertThat(Run.of("decompose", "--config", folder.toString(), "1"))
                .isEqualTo(new Run(
                        2,
                        "",
                        "snowkeeper: configuration file cannot be read: %s: java.io.IOException: Is a directory\n"
                                .formatted(folder)));
    }

    @Test
    void refusesAnUnknownKeyAndNamesTheNearest() throws IOException {
        Path file = file("windw=60s");

        assertThat(Run.of("decompose", "--config", file.toString(), "1"))
                .isEqualTo(
                        new Run(2, "", "snowkeeper: unknown key in %s: windw; did you mean window?\n".formatted(file)));
    }

    @Test
    void refusesAnUnknownVariableAndNamesTheNearest() {
        assertThat(Run.in(Map.of("SNOWKEEPER_MAX_SKEWS", "5s"), "decompose", "1"))
                .isEqualTo(
                        new Run(
                                2,
                                "",
                                "snowkeeper: unknown variable in the environment: SNOWKEEPER_MAX_SKEWS; did you mean SNOWKEEPER_MAX_SKEW?\n"));
    }

    @Test
    void refusesAnUnknownVariableThatResemblesNothing() {
        assertThat(Run.in(Map.of("SNOWKEEPER_QQQ", "1"), "decompose", "1"))
                .isEqualTo(new Run(2, "", "snowkeeper: unknown variable in the environment: SNOWKEEPER_QQQ\n"));
    }

    @Test
    void saysWhereKubernetesVariablesComeFrom() {
        assertThat(Run.in(Map.of("SNOWKEEPER_SERVICE_HOST", "10.0.0.1"), "decompose", "1"))
                .isEqualTo(
                        new Run(
                                2,
                                "",
                                "snowkeeper: unknown variable in the environment: SNOWKEEPER_SERVICE_HOST; Kubernetes sets it for a Service named snowkeeper: set enableServiceLinks: false for the pod\n"));
    }

    @Test
    void leavesOtherVariablesAlone() {
        assertThat(Run.in(Map.of("PATH", "/bin", "SNOWKEEPERS", "1"), "decompose", "1")
                        .status())
                .isZero();
    }

    /** What holds for one restore would be evidence at the next one, too. */
    @ParameterizedTest
    @ValueSource(strings = {"--begin", "--books", "--ledger", "--next", "--others-unused", "--confirm"})
    void whatHoldsForOneRestoreIsOnTheCommandLineAlone(String name) {
        OptionSpec option =
                new CommandLine(new RecoverCommand()).getCommandSpec().findOption(name);
        String key = Configuration.keyOf(option);
        Configuration configuration =
                new Configuration(Map.of(Configuration.variableOf(key), "A=1"), Map.of(key, "A=1"), folder);

        assertThat(configuration.defaultValue(option)).isNull();
        assertThat(configuration.source(option)).isEmpty();
    }

    @Test
    void saysThatABadValueIsFromTheEnvironment() {
        assertThat(Run.in(Map.of("SNOWKEEPER_WINDOW", "60"), "serve")).isEqualTo(new Run(2, "", """
                                snowkeeper: Invalid value for option '--window': must be a whole number and a unit (ms, s, m, h, d, y), such as 500ms or 60s: '60' (variable SNOWKEEPER_WINDOW)
                                Try 'snowkeeper serve --help'.
                                """));
    }

    @Test
    void saysThatABadValueIsFromTheFile() throws IOException {
        Path file = file("port=abc");

        assertThat(Run.of("serve", "--config", file.toString())).isEqualTo(new Run(2, "", """
                                snowkeeper: Invalid value for option '--port': 'abc' is not an int (key port in %s)
                                Try 'snowkeeper serve --help'.
                                """.formatted(file)));
    }

    @Test
    void helpIsGivenWhateverTheConfigurationSays() {
        assertThat(Run.in(Map.of("SNOWKEEPER_WINDOW", "x", "SNOWKEEPER_QQQ", "x"), "serve", "--help")
                        .status())
                .isZero();
    }

    /** As a file that was made a Secret of Kubernetes, or an editor of Windows, leaves them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2021-01-01T00:00:00Z\n",
                "2021-01-01T00:00:00Z\r\n",
                "2021-01-01T00:00:00Z\n\n",
                "\ufeff2021-01-01T00:00:00Z",
                "\ufeff2021-01-01T00:00:00Z\r\n",
                " 2021-01-01T00:00:00Z\t"
            })
    void aVariableIsTakenAsMeant(String value) {
        assertThat(Run.in(Map.of("SNOWKEEPER_EPOCH", value), "decompose", ONE_MILLISECOND)
                        .out())
                .startsWith("time      2021-01-01T00:00:00.001Z\n");
    }

    static Stream<Arguments> files() {
        return Stream.of(
                arguments("\ufeffepoch=2021-01-01T00:00:00Z\r\n", UTF_8),
                arguments("\ufeffepoch=2021-01-01T00:00:00Z\r\n", UTF_16LE),
                arguments("\ufeffepoch=2021-01-01T00:00:00Z\n", UTF_16BE),
                arguments("# n\u00fctzlich\repoch=2021-01-01T00:00:00Z \r", UTF_8));
    }

    @ParameterizedTest
    @MethodSource("files")
    void aFileIsReadAsEditorsWriteIt(String text, Charset charset) throws IOException {
        Path file = Files.writeString(folder.resolve("edited.properties"), text, charset);

        assertThat(Run.of("decompose", "--config", file.toString(), ONE_MILLISECOND)
                        .out())
                .startsWith("time      2021-01-01T00:00:00.001Z\n");
    }

    @Test
    void refusesAFileInAnotherCharset() throws IOException {
        Path file = Files.writeString(folder.resolve("latin.properties"), "name=M\u00fcller", ISO_8859_1);

        assertThat(Run.of("decompose", "--config", file.toString(), "1"))
                .isEqualTo(new Run(
                        2, "", "snowkeeper: a key in %s cannot be decoded: write it in UTF-8\n".formatted(file)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"M\ufffd\ufffdller", "\ufffd", "order-\ufffd"})
    void refusesWhatTheLocaleCouldNotDecode(String text) {
        String remedy = "give it in UTF-8, and set LC_ALL=C.UTF-8; the charset of this locale is "
                + System.getProperty("sun.jnu.encoding");
        assertThat(Run.of("sequence", "next", "invoices", "--key", text))
                .isEqualTo(new Run(2, "", "snowkeeper: argument 5 cannot be decoded: " + remedy + "\n"));
        assertThat(Run.of("sequence", "next", "invoices", "--key=" + text).err())
                .isEqualTo("snowkeeper: argument 4 cannot be decoded: " + remedy + "\n");
        assertThat(Run.in(Map.of("SNOWKEEPER_NAME", text), "serve"))
                .isEqualTo(new Run(2, "", "snowkeeper: variable SNOWKEEPER_NAME cannot be decoded: " + remedy + "\n"));
    }

    private Path file(String... lines) throws IOException {
        return Files.writeString(folder.resolve("snowkeeper.properties"), String.join("\n", lines) + "\n");
    }
}
