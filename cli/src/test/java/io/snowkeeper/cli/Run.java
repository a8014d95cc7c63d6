package io.snowkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.cli.serve.StopSignals;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

/** The result of a run of the program in this process. */
public record Run(int status, String out, String err) {

    public static Run of(String... args) {
        return in(Map.of(), args);
    }

    public static Run in(Map<String, String> environment, String... args) {
        return in(environment, "", args);
    }

    /** Runs it with this on standard input. */
    public static Run withInput(String input, String... args) {
        return in(Map.of(), input, args);
    }

    /** Runs it as if its output were a terminal. */
    public static Run onTerminal(String... args) {
        return in(Map.of(), "", Ansi.ON, args);
    }

    private static Run in(Map<String, String> environment, String input, String... args) {
        return in(environment, input, Ansi.OFF, args);
    }

    private static Run in(Map<String, String> environment, String input, Ansi ansi, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commandLine = SnowkeeperCommand.commandLine(
                        StopSignals.none(), environment, new ByteArrayInputStream(input.getBytes(UTF_8)), args)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setColorScheme(Help.defaultColorScheme(ansi));
        int status = SnowkeeperCommand.run(commandLine, environment, args);
        return new Run(status, out.toString(), err.toString());
    }
}
