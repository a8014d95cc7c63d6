package io.snowkeeper.cli.doctor;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.ServerStanding;
import io.snowkeeper.coordinator.lease.FleetDiagnosis;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.EmbeddedSettings;
import io.snowkeeper.node.NodeSettings;
import io.snowkeeper.node.service.Readiness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A check of ZooKeeper, each of its servers by itself, and of the fleet that is kept there. */
final class ZooKeeperCheck implements Check {

    private static final String CHECK = "zookeeper";
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final NodeSettings settings;
    private final RunningNode node;
    private final ZooKeeperCoordinator coordinator;
    private final MillisClock clock;

    /** @param clock the node's */
    ZooKeeperCheck(NodeSettings settings, RunningNode node, ZooKeeperCoordinator coordinator, MillisClock clock) {
        this.settings = settings;
        this.node = node;
        this.coordinator = coordinator;
        this.clock = clock;
    }

    @Override
    public List<Finding> look() throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        if (settings.isOnlyNodeOfItsFleet()) {
            findings.add(Finding.warning(
                    CHECK, Readiness.ONLY_NODE + "; run no other node, or give all nodes the same --zookeeper"));
        }
        findings.addAll(servers());
        return findings;
    }

    private List<Finding> servers() throws InterruptedException {
        MemberSettings fleet = settings.fleet();
        if (settings.embedded().isPresent()) {
            EmbeddedSettings embedded = settings.embedded().get();
            if (node.state() != RunningNode.State.RUNS || embedded.port() == 0) {
                return List.of(Finding.ok(
                        CHECK,
                        "runs in the node's own process, with its data in %s, which was not checked"
                                .formatted(embedded.dataDirectory().toAbsolutePath())));
            }
            fleet = fleet.toBuilder()
                    .connectString("127.0.0.1:" + embedded.port())
                    .build();
        }
        return look(fleet);
    }

    private List<Finding> look(MemberSettings fleet) throws InterruptedException {
        List<ServerStanding> servers = coordinator.lookAtServers(fleet.connectString(), fleet.security(), TIMEOUT);
        boolean anyServes = servers.stream().anyMatch(server -> server.problem().isEmpty());
        List<Finding> findings = new ArrayList<>();
        servers.forEach(server -> findings.add(finding(server, anyServes)));
        if (anyServes) {
            findings.addAll(fleet(fleet));
        }
        return findings;
    }

    private static Finding finding(ServerStanding server, boolean anyServes) {
        if (server.problem().isEmpty()) {
            return Finding.ok(CHECK, server.server() + " serves");
        }
        String text = "%s: %s".formatted(server.server(), server.problem().get());
        return anyServes
                ? Finding.warning(CHECK, text + "; start it, or take it out of --zookeeper")
                : Finding.failed(CHECK, text + "; start ZooKeeper, or mend --zookeeper");
    }

    private List<Finding> fleet(MemberSettings fleet) throws InterruptedException {
        try (FleetDiagnosis diagnosis = coordinator.diagnosis(fleet, clock, TIMEOUT)) {
            return new FleetCheck(fleet, settings.workerIds()).look(diagnosis);
        } catch (CoordinatorUnavailableException e) {
            return List.of(Finding.failed(CHECK, String.valueOf(e.getMessage())));
        }
    }
}
