package io.snowkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.cli.serve.LastResort;
import io.snowkeeper.cli.serve.StopSignals;
import io.snowkeeper.cli.serve.WholeLines;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.util.Map;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** The entry point of the program. */
public final class Main {

    /** Netty follows one buffer in a hundred to find those that are lost. That is for tests; here it is time lost. */
    private static final String LEAK_DETECTION = "io.netty.leakDetection.level";

    /** By a new handshake on the same connection a client could make a node work more than it works itself. */
    private static final String NO_RENEGOTIATION = "jdk.tls.rejectClientInitiatedRenegotiation";

    /** Lets Netty count the direct memory itself. The JDK's own count makes a thread sleep that asks for too much. */
    private static final String OWN_DIRECT_MEMORY = "io.netty.tryReflectionSetAccessible";

    private Main() {}

    /** Runs a command and ends the process with its exit status. */
    public static void main(String[] args) {
        if (System.getProperty(LEAK_DETECTION) == null) {
            System.setProperty(LEAK_DETECTION, "disabled");
        }
        if (System.getProperty(NO_RENEGOTIATION) == null) {
            System.setProperty(NO_RENEGOTIATION, "true");
        }
        if (System.getProperty(OWN_DIRECT_MEMORY) == null) {
            System.setProperty(OWN_DIRECT_MEMORY, "true");
        }
        // Not System.out, which hides a closed reader.
        WholeLines out = new WholeLines(new FileOutputStream(FileDescriptor.out));
        StopSignals signals = StopSignals.install(out);
        Thread.setDefaultUncaughtExceptionHandler(new LastResort(System.err));
        int status = 1;
        try {
            // Text is UTF-8 in every locale.
            ProcessTexts given = new ProcessTexts();
            Map<String, String> environment = given.variables(System.getenv());
            String[] arguments = given.arguments(args);
            CommandLine commandLine = SnowkeeperCommand.commandLine(signals, environment, System.in, arguments)
                    .setOut(new PrintWriter(out, true, UTF_8))
                    .setErr(new PrintWriter(System.err, true, UTF_8))
                    .setUsageHelpAutoWidth(true);
            status = SnowkeeperCommand.run(commandLine, environment, arguments);
        } catch (RuntimeException | Error e) {
            // The process ends before the JVM would report it. Not a field: the log's form is an option, which is read
            // first.
            LoggerFactory.getLogger(Main.class).error("The program failed; this is a defect", e);
        } finally {
            signals.exit(status);
        }
    }
}
