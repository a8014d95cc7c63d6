package io.snowkeeper.loadtest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A short run over all kinds of faults, as anyone would start it. */
@Timeout(900)
class ChaosIT {

    @TempDir
    private Path folder;

    @Test
    void allHoldsWhateverIsBroken() {
        StringWriter output = new StringWriter();
        CommandLine command = new CommandLine(new ChaosCommand())
                .setOut(new PrintWriter(output, true))
                .setErr(new PrintWriter(output, true));

        int status = command.execute(
                "--node-jar",
                System.getProperty("snowkeeper.jar"),
                "--seed",
                "20241",
                "--duration",
                "100s",
                "--faults-at-once",
                "3",
                "--rest",
                "1s",
                "--folder",
                folder.resolve("run").toString());

        System.out.println(output);
        assertThat(status).as(output.toString()).isZero();
    }
}
