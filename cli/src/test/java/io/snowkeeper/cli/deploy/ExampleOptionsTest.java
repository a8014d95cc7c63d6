package io.snowkeeper.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.cli.Run;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The options that the distribution comes with: none is set, and each that could be is one of a node. */
class ExampleOptionsTest {

    private static final Path FILE = Path.of("../deploy/dist/src/conf/snowkeeper.properties");

    private static Properties read(String text) throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(text));
        return properties;
    }

    @Test
    void nothingIsSet() throws IOException {
        assertThat(read(Files.readString(FILE))).isEmpty();
    }

    @Test
    void eachThatAReaderMaySetIsAnOptionOfANode() throws IOException {
        String help = Run.of("serve", "--help").out();
        String set = Files.readAllLines(FILE).stream()
                .filter(line -> line.matches("#[a-z].*"))
                .map(line -> line.substring(1))
                .collect(Collectors.joining("\n"));

        assertThat(read(set).stringPropertyNames())
                .hasSizeGreaterThan(8)
                .allSatisfy(key -> assertThat(help).contains("--" + key + "="));
    }
}
