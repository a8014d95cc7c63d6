package io.snowkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.cli.serve.StopSignals;
import java.io.InputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class SnowkeeperCommandTest {

    private static Map<String, CommandLine> commands(Map<String, String> environment, String... args) {
        return SnowkeeperCommand.commandLine(StopSignals.none(), environment, InputStream.nullInputStream(), args)
                .getSubcommands();
    }

    @Test
    void theCommandThatIsAskedForIsAlone() {
        assertThat(commands(Map.of("PATH", "/bin"), "ids", "--count", "2")).containsOnlyKeys("ids");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "--help", "nothing", "completion", "ids --config c", "ids --config=c", "ids @arguments"})
    void allAreThereWhereAnotherOneMayBeNeeded(String line) {
        assertThat(commands(Map.of(), line.split(" "))).hasSize(13);
    }

    @Test
    void allAreThereWhereTheEnvironmentHasOptions() {
        assertThat(commands(Map.of("SNOWKEEPER_WINDOW", "60s"), "ids")).hasSize(13);
    }

    @Test
    void eachIsCalledByTheNameThatItsHelpHas() {
        assertThat(commands(Map.of()))
                .allSatisfy(
                        (name, command) -> assertThat(command.getCommandName()).isEqualTo(name));
    }
}
