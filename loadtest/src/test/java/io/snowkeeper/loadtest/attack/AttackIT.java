package io.snowkeeper.loadtest.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.loadtest.attack.measure.AttackLimits;
import io.snowkeeper.loadtest.attack.traffic.AttackKind;
import io.snowkeeper.loadtest.client.Transport;
import io.snowkeeper.testkit.extent.Extent;
import io.snowkeeper.testkit.time.Realtime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each attack for a few seconds, as strong as one attacker makes it, beside innocent clients; in short those on a scarce
 * resource that no test of the command line attacks, as its {@code HelloFloodIT} does. Times are compared with those before the
 * attack and of an unattacked server, with room for a busy machine.
 */
@Realtime
@Timeout(180)
class AttackIT {

    private static final AttackLimits LIMITS = limits(Duration.ofMillis(100));

    /** A held-up event loop shows as a wait that is longer than a busy machine causes by itself. */
    private static final AttackLimits LIMITS_OF_LOOPS = limits(Duration.ofMillis(10));

    private static final Set<AttackKind> ON_LOOPS =
            Set.of(AttackKind.PIPELINED_LINES, AttackKind.PIPELINED_COMMANDS, AttackKind.PIPELINED_READS);

    /** The processor, by one request, and the turns of an event loop. */
    private static final List<AttackKind> FOUND_BY_NO_OTHER_TEST =
            List.of(AttackKind.COLLIDING_NAMES, AttackKind.PIPELINED_COMMANDS);

    @TempDir
    private Path folder;

    private static AttackLimits limits(Duration floor) {
        return new AttackLimits(10, floor, 512, 10, Duration.ofSeconds(20), Duration.ofSeconds(20));
    }

    private static List<AttackKind> attacks() {
        return Extent.of(FOUND_BY_NO_OTHER_TEST, List.of(AttackKind.values()));
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void innocentsAreServedMemoryAndLogStayBoundedAndTheNodeStops(AttackKind kind) throws Exception {
        AttackReport report = new AttackRun(plan(kind)).run();

        System.out.print(report.text());
        assertThat(report.violations()).as(report.text()).isEmpty();
    }

    private AttackPlan plan(AttackKind kind) throws IOException {
        return new AttackPlan(
                kind,
                kind.worksOver(Transport.PLAIN) ? Transport.PLAIN : Transport.TLS,
                1,
                1,
                Duration.ofMillis(500),
                Extent.of(Duration.ofMillis(500), Duration.ofSeconds(1)),
                Extent.of(Duration.ofSeconds(1), Duration.ofMillis(2500)),
                ON_LOOPS.contains(kind) ? LIMITS_OF_LOOPS : LIMITS,
                300,
                Duration.ofMillis(500),
                Path.of(System.getProperty("snowkeeper.jar")),
                ContainerJavaOptions.options(Path.of("../deploy/Dockerfile"), LIMITS.memoryMib()),
                List.of(),
                folder.resolve("run"));
    }
}
