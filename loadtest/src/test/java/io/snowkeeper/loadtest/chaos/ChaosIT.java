package io.snowkeeper.loadtest.chaos;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.loadtest.chaos.fault.FaultKind;
import io.snowkeeper.testkit.extent.Extent;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
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

    /** Both at once, so that one node is cut off, and another one's clock says that it may take over before it may. */
    private static final List<FaultKind> TEMPTATION = List.of(FaultKind.PARTITION, FaultKind.CLOCK_STAYS_WRONG);

    /** It has the active node cut off, and the clock of the other one wrong. */
    private static final String SEED_OF_THE_TEMPTATION = "8432";

    @TempDir
    private Path folder;

    @Test
    void allHoldsWhateverIsBroken() {
        chaos(
                Extent.of(SEED_OF_THOSE, "20241"),
                Extent.of(ONE_OF_EACH_SORT, List.of(FaultKind.values())),
                "--duration",
                Extent.of("12s", "2m"),
                "--window",
                Extent.of("2s", "4s"),
                "--max-skew",
                Extent.of("1s", "5s"),
                "--session-timeout",
                Extent.of("1s", "2s"),
                "--faults-at-once",
                "3");
    }

    @Test
    void idsComeOneAfterTheOtherWhateverIsBroken() {
        String report = chaos(
                Extent.of(SEED_OF_THE_TEMPTATION, "20241"),
                Extent.of(TEMPTATION, List.of(FaultKind.values())),
                "--order",
                "total",
                "--nodes",
                Extent.of("2", "3"),
                "--duration",
                Extent.of("2s", "2m"),
                "--faults-at-once",
                "2");

        assertThat(report)
                .as("another node has to take over, else the order is judged of one node")
                .containsPattern("worker ids went to another node ([2-9]|[1-9][0-9]+) times");
    }

    /** Returns the report of a run in which all holds. */
    private String chaos(String seed, List<FaultKind> kinds, String... options) {
        StringWriter output = new StringWriter();
        CommandLine command = new CommandLine(new ChaosCommand())
                .setOut(new PrintWriter(output, true))
                .setErr(new PrintWriter(output, true));

        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("--node-jar", System.getProperty("snowkeeper.jar"), "--seed", seed));
        arguments.addAll(List.of("--faults", kinds.stream().map(FaultKind::name).collect(joining(","))));
        arguments.addAll(
                List.of("--rest", "1s", "--folder", folder.resolve("run").toString()));

        int status = command.execute(arguments.toArray(String[]::new));

        System.out.println(output);
        assertThat(status).as(output.toString()).isZero();
        return output.toString();
    }
}
