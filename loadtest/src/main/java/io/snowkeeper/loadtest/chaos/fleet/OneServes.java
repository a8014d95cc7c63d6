package io.snowkeeper.loadtest.chaos.fleet;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A fleet of which one node gives ids, and the others stand by. Nodes are numbered from the one that is active. */
record OneServes(List<FleetNode> nodes, List<ServiceTimes> callers) implements Serving {

    private static final int CALLERS = 3;

    OneServes {
        nodes = List.copyOf(nodes);
        callers = List.copyOf(callers);
    }

    static OneServes of(List<FleetNode> nodes) {
        return new OneServes(
                nodes, Stream.generate(ServiceTimes::new).limit(CALLERS).toList());
    }

    @Override
    public FleetNode node(int number) {
        return nodes.get((nodes.indexOf(active()) + number) % nodes.size());
    }

    @Override
    public boolean isNeeded(FleetNode node) {
        return node == active();
    }

    /** Returns the one that gave ids last. */
    private FleetNode active() {
        long now = System.nanoTime();
        return nodes.stream()
                .min(Comparator.comparingLong(node -> now - node.service().lastNanos()))
                .orElseThrow();
    }

    @Override
    public List<Service> services(List<FleetNode> of) {
        Stream<Service> ofNodes = of.stream()
                .flatMap(node -> Stream.of(
                        new Service(
                                "node %s neither gives ids nor stands by".formatted(node.name()),
                                List.of(node.service(), node.standby())),
                        new Service(
                                "node %s neither gives sortable ids nor stands by".formatted(node.name()),
                                List.of(node.sortableService(), node.standby()))));
        Stream<Service> ofCallers = IntStream.range(0, callers.size())
                .mapToObj(i -> new Service("caller %s gets no ids".formatted(i + 1), List.of(callers.get(i))));
        return Stream.concat(ofNodes, ofCallers).toList();
    }
}
