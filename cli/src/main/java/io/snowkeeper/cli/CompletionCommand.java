package io.snowkeeper.cli;

import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command that prints a shell's completion script for our commands and options. */
@Command(
        name = "completion",
        description = {
            "Print a script with which bash and zsh complete commands and options.",
            "Usage:",
            "  source <(snowkeeper completion)"
        },
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        CommandLine program = spec.root().commandLine();
        PrintWriter out = spec.commandLine().getOut();
        out.print(AutoComplete.bash(program.getCommandName(), program));
        out.print('\n');
        out.flush();
    }
}
