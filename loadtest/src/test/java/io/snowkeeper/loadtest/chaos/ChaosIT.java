package io.snowkeeper.loadtest.chaos;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.loadtest.chaos.fault.FaultKind;
import io.snowkeeper.testkit.extent.Extent;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * A run as anyone would start it: in full over all kinds of faults; in short over one of each sort, with shorter leases, so
 * that faults that outlast them are shorter, too.
 */
@Timeout(900)
class ChaosIT {

    /** A process, its state, its clock, its disk, its session, its network, ZooKeeper itself, and its data. */
    private static final List<FaultKind> ONE_OF_EACH_SORT = List.of(
            FaultKind.PAUSE,
            FaultKind.CRASH_STATE_LOST,
            FaultKind.CLOCK_HOUR_BACK,
            FaultKind.DISK_FULL,
            FaultKind.SESSION_KILLED,
            FaultKind.ANSWERS_LOST,
            FaultKind.LEADER_ISOLATED,
            FaultKind.RESTORE);

    /** It has all eight come within nine seconds, the restore early enough for a machine that stands still. */
    private static final String SEED_OF_THOSE = "951";

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
                Extent.of(SEED_OF_THOSE, "20241"),
                "--faults",
                Extent.of(ONE_OF_EACH_SORT, List.of(FaultKind.values())).stream()
                        .map(FaultKind::name)
                        .collect(joining(",")),
                "--duration",
                Extent.of("12s", "2m"),
                "--window",
                Extent.of("2s", "4s"),
                "--max-skew",
                Extent.of("1s", "5s"),
                "--session-timeout",
                Extent.of("1s", "2s"),
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
