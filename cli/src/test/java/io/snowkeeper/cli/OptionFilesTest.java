package io.snowkeeper.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.snowkeeper.cli.serve.ServeCommand;
import io.snowkeeper.cli.serve.StopSignals;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The options that the distribution comes with, and the page of all options: both are written from the help's texts. */
class OptionFilesTest {

    private static final String WRITE = "snowkeeper.options.write";
    private static final String HOW = "an option has changed: write the file by"
            + " mvn -q -pl cli -am test -Dtest=OptionFilesTest -Dsurefire.failIfNoSpecifiedTests=false -D%s=true"
                    .formatted(WRITE);

    private static final Path FILE = Path.of("../deploy/dist/src/conf/snowkeeper.properties");
    private static final Path DOCUMENT = Path.of("../docs/reference/options.md");

    private static void assertWritten(Path file, String text) throws IOException {
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(file, text);
        }
        assertThat(file).as(HOW).content().isEqualTo(text);
    }

    @Test
    void theDistributionsFileHasEachOptionOfANode() throws IOException {
        assertWritten(FILE, OptionTexts.propertiesFile());
    }

    @Test
    void thePageHasTheOptionsOfAllCommands() throws IOException {
        assertWritten(DOCUMENT, OptionTexts.document());
    }

    @Test
    void nothingIsSetInTheDistributionsFile() throws IOException {
        assertThat(read(Files.readString(FILE))).isEmpty();
    }

    @Test
    void eachOptionOfANodeStandsInTheFileOnce() throws IOException {
        String set = Files.readAllLines(FILE).stream()
                .filter(line -> line.matches("#[a-z].*"))
                .map(line -> line.substring(1))
                .collect(joining("\n"));

        assertThat(set.lines().map(line -> line.substring(0, line.indexOf('='))))
                .containsExactlyElementsOf(
                        OptionTexts.ofANode().stream().map(Configuration::keyOf).toList());
        assertThat(read(set)).hasSize(OptionTexts.ofANode().size());
    }

    @Test
    void eachOptionSaysItsDefault() {
        assertThat(OptionTexts.ofANode())
                .allSatisfy(option -> assertThat(String.join(" ", option.description()))
                        .as(option.longestName())
                        .contains("Default: "));
    }

    @Test
    void eachDefaultThatIsAValueIsTakenWhereItIsGiven() {
        for (OptionSpec option : OptionTexts.ofANode()) {
            String value = OptionTexts.defaultValue(option);
            if (!value.isEmpty()) {
                CommandLine serve = new CommandLine(new ServeCommand(StopSignals.none()));
                assertThatCode(() -> serve.parseArgs(option.longestName() + "=" + value))
                        .as("%s=%s", option.longestName(), value)
                        .doesNotThrowAnyException();
            }
        }
    }

    private static Properties read(String text) throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(text));
        return properties;
    }
}
