package io.snowkeeper.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.cli.options.OptionOrigins;
import io.snowkeeper.core.Layout;
import io.snowkeeper.node.service.message.NodeConfiguration;
import io.snowkeeper.node.service.message.StartOption;
import io.snowkeeper.node.service.message.StartOption.Origin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

class StartOptionsTest {

    private static final String CANARY = "canary-4711";

    private final CommandLine serve = serve();

    private static CommandLine serve() {
        return new CommandLine(new ServeCommand(StopSignals.none()));
    }

    /** Values of options that are all from one place. */
    private record Given(Origin origin, Map<String, String> values) implements OptionOrigins {
        @Override
        public Optional<Origin> originOf(OptionSpec option) {
            return Optional.ofNullable(defaultValue(option)).map(value -> origin);
        }

        @Override
        public String valueOf(OptionSpec option) {
            return Optional.ofNullable(defaultValue(option)).orElseThrow();
        }

        @Override
        public String defaultValue(ArgSpec argument) {
            return values.get(((OptionSpec) argument).longestName());
        }
    }

    private static List<String> names(Stream<OptionSpec> options) {
        return options.map(OptionSpec::longestName).toList();
    }

    static List<String> optionsOfFiles() {
        return names(serve().getCommandSpec().options().stream()
                .filter(option -> option.paramLabel().equals(StartOptions.FILE)));
    }

    private List<StartOption> startOptions() {
        return StartOptions.of(serve.getCommandSpec());
    }

    private String text() {
        return new NodeConfiguration("1", Layout.DEFAULT, Duration.ofSeconds(60), "zk1:2181", startOptions()).text();
    }

    @Test
    void nothingIsGivenByDefault() {
        serve.parseArgs();

        assertThat(startOptions()).isEmpty();
    }

    @Test
    void anOptionHasTheValueAndThePlaceWhereItWasGiven() {
        serve.setDefaultValueProvider(new Given(Origin.ENVIRONMENT, Map.of("--window", "30s", "--port", "7072")));
        serve.parseArgs("--port", "7074", "--embedded-zookeeper");

        assertThat(startOptions())
                .containsExactly(
                        new StartOption("embedded-zookeeper", Origin.COMMAND_LINE, Optional.of("true")),
                        new StartOption("port", Origin.COMMAND_LINE, Optional.of("7074")),
                        new StartOption("window", Origin.ENVIRONMENT, Optional.of("30s")));
    }

    @ParameterizedTest
    @MethodSource("optionsOfFiles")
    void noFileIsToldThatWasGivenOnTheCommandLine(String option) {
        serve.parseArgs(option, CANARY);

        assertThat(text())
                .contains("options on command line: " + option.substring(2) + ";")
                .doesNotContain(CANARY);
    }

    @ParameterizedTest
    @EnumSource(names = "COMMAND_LINE", mode = EnumSource.Mode.EXCLUDE)
    void noFileIsToldThatWasGivenElsewhere(Origin origin) {
        Map<String, String> values = new TreeMap<>();
        optionsOfFiles().forEach(option -> values.put(option, CANARY));
        serve.setDefaultValueProvider(new Given(origin, values));
        serve.parseArgs();

        assertThat(startOptions()).hasSameSizeAs(optionsOfFiles());
        assertThat(text()).doesNotContain(CANARY);
    }

    @Test
    void eachOptionOfAFileIsKnownForOne() {
        assertThat(names(serve.getCommandSpec().options().stream().filter(option -> option.type() == Path.class)))
                .isNotEmpty()
                .isEqualTo(optionsOfFiles());
    }

    @Test
    void noOptionWithASecretIsLeftOut() {
        serve.parseArgs(optionsOfFiles().stream()
                .flatMap(option -> Stream.of(option, CANARY))
                .toArray(String[]::new));
        NodeOptions options =
                (NodeOptions) serve.getCommandSpec().mixins().get("options").userObject();

        assertThat(optionsOfFiles()).containsAll(options.secretFiles().keySet());
        assertThat(options.secretFiles()).isNotEmpty();
    }
}
