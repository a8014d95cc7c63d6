package io.snowkeeper.node;

import io.snowkeeper.coordinator.FleetSettings;
import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.LeaseCounts;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.sequence.SequenceUsage;
import io.snowkeeper.coordinator.sequence.Sequences;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.service.NodeService;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All parts that one node has in its fleet: as many as it holds worker ids, each with a state directory of its own. The first
 * one serves the fleet's sequences to all.
 */
final class FleetMembers implements AutoCloseable {

    private final List<FleetMember> members;
    private final ExecutorService sortableThread = Executors.newSingleThreadExecutor(task -> {
        Thread daemon = new Thread(task, "snowkeeper-sortable");
        daemon.setDaemon(true);
        return daemon;
    });

    FleetMembers(FleetSettings settings, int workerIds, MillisClock clock) {
        members = Stream.generate(() -> new FleetMember(settings, clock))
                .limit(workerIds)
                .toList();
    }

    /** Returns the node as it is seen by clients, once for each worker id. */
    List<NodeService> services(String name, MillisClock clock) {
        FleetMember first = members.get(0);
        return members.stream()
                .map(member -> new NodeService(name, member.ids(), clock, member::status)
                        .withSequences(first::sequences)
                        .withSortableIds(member.sortableIds(), sortableThread))
                .toList();
    }

    /**
     * Begins to claim the worker ids.
     *
     * @param issued how many ids all parts together have given out
     * @throws NodeFailedException if a state directory cannot be used
     * @throws IllegalArgumentException if ZooKeeper's address is malformed, or the files for TLS cannot be used
     */
    void join(FleetSettings settings, LongSupplier issued) throws NodeFailedException {
        members.get(0).join(settings, Optional.of(issued));
        for (int i = 1; i < members.size(); i++) {
            members.get(i).claim(ofFurther(settings, i + 1));
        }
    }

    /** Returns how each part stands. */
    List<MembershipStatus> memberships() {
        return members.stream().map(FleetMember::membershipStatus).toList();
    }

    /** Returns what has happened to each part's lease. */
    List<LeaseCounts> leaseCounts() {
        return members.stream().map(FleetMember::counts).toList();
    }

    /** Returns the highest sequence that any part has used within a tick. */
    long highestSequence() {
        return members.stream()
                .mapToLong(member -> member.ids().highestSequence())
                .max()
                .orElse(0);
    }

    /** Returns what is known of the sequences that were served here. */
    List<SequenceUsage> sequenceUsage() {
        return members.get(0).sequences().map(Sequences::usage).orElse(List.of());
    }

    /** Returns the worker ids that are held now. */
    Set<Long> workerIds() {
        return members.stream()
                .flatMapToLong(member -> member.ids().workerId().stream())
                .boxed()
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Looks at the whole fleet. */
    CompletionStage<FleetView> view() {
        return members.get(0).view();
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
        sortableThread.shutdown();
    }

    private static FleetSettings ofFurther(FleetSettings settings, int number) {
        Optional<Path> state = settings.stateDirectory().map(directory -> directory.resolve("worker-" + number));
        return settings.withNode(settings.node() + "/" + number, state);
    }
}
