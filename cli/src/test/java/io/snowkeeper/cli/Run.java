package io.snowkeeper.cli;

import io.snowkeeper.cli.serve.StopSignals;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import picocli.CommandLine;

/** What a run of the program in this process gave. */
public record Run(int status, String out, String err) {

    public static Run of(String... args) {
        return in(Map.of(), args);
    }

    public static Run in(Map<String, String> environment, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commandLine = SnowkeeperCommand.commandLine(StopSignals.none())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
        int status = SnowkeeperCommand.run(commandLine, environment, args);
        return new Run(status, out.toString(), err.toString());
    }
}
