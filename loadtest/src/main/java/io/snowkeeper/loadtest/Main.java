package io.snowkeeper.loadtest;

import io.snowkeeper.loadtest.attack.AttackCommand;
import io.snowkeeper.loadtest.chaos.ChaosCommand;
import io.snowkeeper.loadtest.lines.ConnectsCommand;
import io.snowkeeper.loadtest.lines.LinesCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the load tests. */
@Command(
        name = "loadtest",
        description = "Put load on a server, and say how it stood it.",
        subcommands = {LinesCommand.class, ConnectsCommand.class, ChaosCommand.class, AttackCommand.class},
        mixinStandardHelpOptions = true)
public final class Main {

    private Main() {}

    /** Runs the command that the arguments name, and ends the process by its exit code. */
    public static void main(String... args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }
}
