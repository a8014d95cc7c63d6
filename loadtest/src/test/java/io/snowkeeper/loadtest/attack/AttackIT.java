package io.snowkeeper.loadtest.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.loadtest.attack.measure.AttackLimits;
import io.snowkeeper.loadtest.attack.traffic.AttackKind;
import io.snowkeeper.loadtest.client.Transport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each attack for a few seconds, as strong as one attacker makes it, beside innocent clients. Times are held against those before the attack and of a
 * server that nobody attacks, with room for a machine that is busy.
 */
@Timeout(180)
class AttackIT {

    private static final AttackLimits LIMITS =
            new AttackLimits(10, Duration.ofMillis(100), 512, 10, Duration.ofSeconds(20), Duration.ofSeconds(20));

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(AttackKind.class)
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
                Duration.ofSeconds(1),
                Duration.ofMillis(2500),
                LIMITS,
                300,
                Duration.ofMillis(500),
                Path.of(System.getProperty("snowkeeper.jar")),
                ContainerJavaOptions.options(Path.of("../deploy/Dockerfile"), LIMITS.memoryMib()),
                List.of(),
                folder.resolve("run"));
    }
}
