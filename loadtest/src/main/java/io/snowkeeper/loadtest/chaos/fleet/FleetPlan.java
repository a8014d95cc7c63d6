package io.snowkeeper.loadtest.chaos.fleet;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The settings of a fleet.
 *
 * @param nodes how many, nodes and embedded members together; 1 to 9
 * @param embedded how many of them are embedded members; fewer than all
 * @param nodeClassPath where the nodes' program is
 * @param zooKeeperClassPath where ZooKeeper's server is; the node's jar holds it
 * @param order of their ids
 * @param layout widths of an id's parts in bits, as {@code 41/10/12}
 * @param window how far ahead nodes reserve time
 * @param maxSkew how far a node's clock may be from ZooKeeper's
 * @param sessionTimeout how long ZooKeeper waits for a silent node
 */
public record FleetPlan(
        int nodes,
        int embedded,
        List<Path> nodeClassPath,
        List<Path> zooKeeperClassPath,
        IdOrder order,
        String layout,
        Duration window,
        Duration maxSkew,
        Duration sessionTimeout) {

    private static final int MAX_NODES = 9;

    /** @throws IllegalArgumentException if a value is out of its range */
    public FleetPlan {
        if (nodes < 1 || nodes > MAX_NODES) {
            throw new IllegalArgumentException("must be >= 1 && <= %s: nodes=%s".formatted(MAX_NODES, nodes));
        }
        if (embedded < 0 || embedded >= nodes) {
            throw new IllegalArgumentException("must be >= 0 && <= %s: embedded=%s".formatted(nodes - 1, embedded));
        }
        if (order == IdOrder.TOTAL && embedded > 0) {
            throw new IllegalArgumentException(
                    "an embedded member that is active serves no callers, so with order=%s there must be none: embedded=%s"
                            .formatted(order, embedded));
        }
        nodeClassPath = List.copyOf(nodeClassPath);
        zooKeeperClassPath = List.copyOf(zooKeeperClassPath);
    }

    List<String> nodeArguments() {
        return List.of(
                "--order",
                order.toString(),
                "--layout",
                layout,
                "--window",
                window.toMillis() + "ms",
                "--max-skew",
                maxSkew.toMillis() + "ms",
                "--session-timeout",
                sessionTimeout.toMillis() + "ms",
                "--idle-timeout",
                "0s",
                "--http-port",
                "none");
    }
}
