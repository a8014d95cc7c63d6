package io.snowkeeper.node;

import io.snowkeeper.coordinator.FleetSettings;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.service.NodeService;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All parts that one node has in its fleet: as many as it holds worker ids, each with a state directory of its own. The first
 * one serves the fleet's sequences to all.
 */
final class FleetMembers implements AutoCloseable {

    private final List<FleetMember> members;

    FleetMembers(FleetSettings settings, int workerIds, MillisClock clock) {
        members = Stream.generate(() -> new FleetMember(settings, clock))
                .limit(workerIds)
                .toList();
    }

    /** Returns the node as it is seen by clients, once for each worker id. */
    List<NodeService> services(String name, MillisClock clock) {
        FleetMember first = members.get(0);
        return members.stream()
                .map(member -> new NodeService(name, member.ids(), clock, member::status, first::sequences))
                .toList();
    }

    /**
     * Begins to claim the worker ids.
     *
     * @throws NodeFailedException if a state directory cannot be used
     * @throws IllegalArgumentException if ZooKeeper's address is malformed
     */
    void join(FleetSettings settings) throws NodeFailedException {
        members.get(0).join(settings);
        for (int i = 1; i < members.size(); i++) {
            members.get(i).claim(ofFurther(settings, i + 1));
        }
    }

    /** Returns the first reason that a {@link FleetMember#check} tells. */
    Optional<String> check() {
        return members.stream().map(FleetMember::check).toList().stream()
                .flatMap(Optional::stream)
                .findFirst();
    }

    @Override
    public void close() {
        members.forEach(FleetMember::close);
    }

    private static FleetSettings ofFurther(FleetSettings settings, int number) {
        Optional<Path> state = settings.stateDirectory().map(directory -> directory.resolve("worker-" + number));
        return settings.withNode(settings.node() + "/" + number, state);
    }
}
