package io.snowkeeper.cli.doctor;

import java.util.List;
import java.util.Optional;

/** A check of the ports that a node listens on: free, or used by the node itself, if that runs. */
final class PortCheck implements Check {

    private static final String CHECK = "port";

    private final List<Port> ports;
    private final RunningNode node;
    private final Neighbours neighbours;

    PortCheck(List<Port> ports, RunningNode node, Neighbours neighbours) {
        this.ports = ports;
        this.node = node;
        this.neighbours = neighbours;
    }

    @Override
    public List<Finding> look() {
        return ports.stream().map(this::look).toList();
    }

    private Finding look(Port port) {
        if (port.number() == 0) {
            return Finding.ok(CHECK, "any free one on " + port.host());
        }
        if (ports.stream().filter(other -> other.number() == port.number()).count() > 1) {
            return Finding.failed(
                    CHECK,
                    "%s is given more than once; %s"
                            .formatted(port.address(), port.kind().remedy()));
        }
        Optional<String> refusal = neighbours.refusal(port);
        if (refusal.isEmpty()) {
            return Finding.ok(CHECK, port.address() + " is free");
        }
        if (port.kind() == Port.Kind.ZOOKEEPER) {
            return node.state() == RunningNode.State.RUNS ? ours(port) : refused(port, refusal.get());
        }
        if (node.speaksTls()) {
            return Finding.warning(
                    CHECK,
                    "%s cannot be used (%s), and over TLS the program that listens there is not asked its name; if it is not node %s itself, %s"
                            .formatted(
                                    port.address(),
                                    refusal.get(),
                                    node.name(),
                                    port.kind().remedy()));
        }
        Optional<String> found = neighbours.nodeAt(port);
        if (found.equals(Optional.of(node.name()))) {
            return ours(port);
        }
        return found.isPresent()
                ? Finding.failed(
                        CHECK,
                        "%s is in use by node %s; %s"
                                .formatted(
                                        port.address(), found.get(), port.kind().remedy()))
                : refused(port, refusal.get());
    }

    private Finding ours(Port port) {
        return Finding.ok(CHECK, "%s is in use by node %s, which runs".formatted(port.address(), node.name()));
    }

    private static Finding refused(Port port, String reason) {
        return Finding.failed(
                CHECK,
                "%s cannot be used: %s; %s"
                        .formatted(port.address(), reason, port.kind().remedy()));
    }
}
