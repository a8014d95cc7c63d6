package io.snowkeeper.loadtest.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.core.Layout;
import io.snowkeeper.loadtest.chaos.check.LeaseCheck;
import io.snowkeeper.loadtest.chaos.check.Ledger;
import io.snowkeeper.loadtest.chaos.check.UniquenessCheck;
import io.snowkeeper.loadtest.chaos.check.Violations;
import io.snowkeeper.loadtest.chaos.client.ChaosClients;
import io.snowkeeper.loadtest.chaos.fleet.Direction;
import io.snowkeeper.loadtest.chaos.fleet.Fleet;
import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import io.snowkeeper.loadtest.chaos.fleet.FleetPlan;
import io.snowkeeper.loadtest.chaos.fleet.IdOrder;
import io.snowkeeper.loadtest.chaos.fleet.Link;
import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.oracle.OrderJudge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two nodes and one worker id: the node that has it is cut off from ZooKeeper for good, and the other one gets it. The
 * node that is cut off must stop by itself. The other one's clock is a little ahead, without which ids of both would
 * nearly be in order.
 */
@OnlyInFull
@Timeout(300)
class UnfencedChaosIT {

    private static final Path NODE_JAR = Path.of(System.getProperty("snowkeeper.jar"));
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration BOTH = Duration.ofSeconds(1);
    private static final long AHEAD_MILLIS = 300;
    private static final Layout LAYOUT = Layout.parse("41/0/22", Layout.DEFAULT_EPOCH);
    private static final long SEED = 5;

    private final Violations violations = new Violations();
    private final Violations disorder = new Violations();
    private final Ledger ledger = new Ledger(LAYOUT, System.currentTimeMillis(), violations);

    @TempDir
    private Path folder;

    @Test
    void withoutTheFenceDuplicatesIdsOutOfOrderAndTimesThatWereNotReservedAreFound() throws Exception {
        List<Path> classPath = UnfencedBuild.classPath(NODE_JAR, folder.resolve("fenceless"));

        handOver(classPath);

        assertThat(violations.first())
                .anyMatch(text -> text.startsWith("no id may come twice: "))
                .anyMatch(text -> text.startsWith("an id's time must be within a reservation of its node: "));
        assertThat(disorder.first()).isNotEmpty();
    }

    @Test
    void withTheFenceNothingIsFound() throws Exception {
        handOver(List.of(NODE_JAR));

        assertThat(violations.first()).isEmpty();
        assertThat(disorder.first()).isEmpty();
    }

    private void handOver(List<Path> nodeClassPath) throws IOException, InterruptedException {
        FleetPlan plan = new FleetPlan(
                2,
                0,
                nodeClassPath,
                List.of(NODE_JAR),
                IdOrder.TIME,
                LAYOUT.widths(),
                Duration.ofSeconds(3),
                Duration.ofSeconds(5),
                Duration.ofSeconds(2));
        try (Fleet fleet = Fleet.start(plan, Files.createDirectories(folder.resolve("fleet")));
                ChaosClients clients = new ChaosClients(fleet.nodes(), violations)) {
            clients.askForIds(ledger, OrderJudge.ofOneWorker(disorder::add), new Random(SEED), 4, 200_000);
            FleetNode first = awaitFirst(fleet.nodes());
            FleetNode second = fleet.nodes().get(fleet.nodes().indexOf(first) == 0 ? 1 : 0);
            second.clock().stay(AHEAD_MILLIS);
            for (Link link : first.links()) {
                link.hold(Direction.TO_SERVER);
                link.hold(Direction.TO_NODE);
            }
            awaitIds(second);
            Thread.sleep(BOTH.toMillis());
            // A machine that stood still meanwhile has them go on now.
            awaitIds(second);
            clients.close();
            fleet.close();
            new UniquenessCheck(LAYOUT).check(ledger, violations);
            LeaseCheck.of(fleet.backups().logFolders()).check(ledger.times(), violations);
        }
    }

    private static void awaitIds(FleetNode node) {
        long start = System.nanoTime();
        await().atMost(PATIENCE).until(() -> node.service().givenSince(start));
    }

    private static FleetNode awaitFirst(List<FleetNode> nodes) {
        long start = System.nanoTime();
        return await().atMost(PATIENCE)
                .until(
                        () -> nodes.stream()
                                .filter(node -> node.service().givenSince(start))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }
}
