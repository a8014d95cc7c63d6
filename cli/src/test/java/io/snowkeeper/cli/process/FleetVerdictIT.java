package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.cli.Run;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verdict on a fleet of two nodes, wherever it is shown, before ZooKeeper goes away and after. */
@Tag("system")
class FleetVerdictIT {

    private static final String GIVEN = "fleet orders-prod: ids and sequences are given by 2 of 2 nodes";
    private static final String AWAY =
            "fleet orders-prod: ids are at risk until \\S+Z: zookeeper-away; sequences are refused: zookeeper-away";

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private ProcessFleet fleet;
    private List<NodeProcess> nodes;

    @BeforeEach
    void startFleet() throws Exception {
        fleet = new ProcessFleet(folder);
        nodes = List.of(serve("n1"), serve("n2"));
        for (NodeProcess node : nodes) {
            node.awaitWorkerId();
        }
    }

    private NodeProcess serve(String name) throws Exception {
        return fleet.serve(name, "--window", "5m", "--fleet-name", "orders-prod");
    }

    @AfterEach
    void stopFleet() throws Exception {
        fleet.close();
    }

    @Test
    void whoeverIsAskedAndHoweverItSaysTheSame() throws Exception {
        for (NodeProcess node : nodes) {
            await(GIVEN).untilAsserted(() -> assertThat(said(node)).matches(GIVEN));
            await("the metric").until(() -> node.metrics().contains(series("given")));
            assertThat(ask(node).status()).isZero();
            assertThat(node.metrics()).contains("snowkeeper_build_info{fleet_name=\"orders-prod\",");
        }

        fleet.stopZooKeeper();

        for (NodeProcess node : nodes) {
            await(AWAY).untilAsserted(() -> assertThat(said(node)).matches(AWAY));
            await("the log").untilAsserted(() -> assertThat(node.stderr()).containsPattern(AWAY));
            await("the metric").until(() -> node.metrics().contains(series("at-risk")));
            assertThat(ask(node).status()).isEqualTo(3);
            assertThat(ask(node).out())
                    .containsPattern("; it cannot be reached at %s since \\S+Z\n".formatted(fleet.connectString()));
        }
    }

    private static String series(String verdict) {
        return "snowkeeper_fleet_verdict{of=\"ids\",verdict=\"%s\"} 1.0".formatted(verdict);
    }

    private static Run ask(NodeProcess node) {
        return Run.of("fleet", "--url", node.httpUrl());
    }

    private static String said(NodeProcess node) {
        return ask(node).out().lines().findFirst().orElse("nothing");
    }
}
