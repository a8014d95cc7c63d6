package io.snowkeeper.loadtest.chaos.fleet;

import java.util.List;
import java.util.stream.Stream;

/** A fleet whose nodes give ids at once, each for those that ask it. */
record AllServe(List<FleetNode> nodes) implements Serving {

    AllServe {
        nodes = List.copyOf(nodes);
    }

    @Override
    public FleetNode node(int number) {
        return nodes.get(number);
    }

    @Override
    public boolean isNeeded(FleetNode node) {
        return false;
    }

    @Override
    public List<Service> services(List<FleetNode> of) {
        return of.stream()
                .flatMap(node -> Stream.of(
                        new Service("node %s gives no ids".formatted(node.name()), List.of(node.service())),
                        new Service(
                                "node %s gives no sortable ids".formatted(node.name()),
                                List.of(node.sortableService()))))
                .toList();
    }

    @Override
    public List<ServiceTimes> callers() {
        return List.of();
    }
}
