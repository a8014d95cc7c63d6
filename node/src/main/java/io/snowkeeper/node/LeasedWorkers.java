package io.snowkeeper.node;

import io.snowkeeper.coordinator.Coordinator;
import io.snowkeeper.coordinator.FleetSettings;
import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.LeaseCounts;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.sequence.SequenceUsage;
import io.snowkeeper.coordinator.sequence.Sequences;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.Readiness;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.HighestSequences;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All parts that one node has in its fleet: as many as it holds worker ids, each with a state directory of its own. The first
 * one serves the fleet's sequences to all.
 */
final class LeasedWorkers implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LeasedWorkers.class);

    /** More than the parts of a member's end may take together. */
    private static final Duration MAX_LEAVE = Duration.ofSeconds(25);

    private final List<LeasedWorker> members;

    LeasedWorkers(FleetSettings settings, int workerIds, MillisClock clock, Coordinator coordinator) {
        members = Stream.generate(() -> new LeasedWorker(settings, clock, System::nanoTime, coordinator))
                .limit(workerIds)
                .toList();
    }

    /** Returns the node as it is seen by clients, once for each worker id. */
    List<NodeService> services(String name, MillisClock clock, Readiness readiness) {
        LeasedWorker first = members.get(0);
        return members.stream()
                .map(member -> new NodeService(name, member.ids(), clock, member::status)
                        .withReadiness(readiness)
                        .withSequences(first::sequences)
                        .withSortableIds(member.sortableIds()))
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
        return members.stream().map(LeasedWorker::membershipStatus).toList();
    }

    /** Returns what has happened to each part's lease. */
    List<LeaseCounts> leaseCounts() {
        return members.stream().map(LeasedWorker::counts).toList();
    }

    /** Returns the highest sequences that any part has used within a tick. */
    HighestSequences highestSequences() {
        return members.stream()
                .map(member -> member.ids().highestSequences())
                .reduce(HighestSequences::max)
                .orElseThrow();
    }

    /** Returns how the first part that would refuse a request for a snowflake id now would do so. */
    Optional<Answer.Refusal> idRefusal() {
        return first(member -> member.ids().refusal());
    }

    /** Returns how the first part that would refuse a request for a sortable id now would do so. */
    Optional<Answer.Refusal> sortableRefusal() {
        return first(member -> member.sortableIds().refusal());
    }

    private Optional<Answer.Refusal> first(Function<LeasedWorker, Optional<Answer.Refusal>> refusal) {
        return members.stream().map(refusal).flatMap(Optional::stream).findFirst();
    }

    /** Returns what is known of the sequences that were served here. */
    List<SequenceUsage> sequenceUsage() {
        return members.get(0).sequences().map(Sequences::usage).orElse(List.of());
    }

    /** Returns how many znodes were found where sequences are, and could not be read. */
    int unreadableSequences() {
        return members.get(0).sequences().map(Sequences::unreadable).orElse(0);
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

    /** Returns the first reason that a {@link LeasedWorker#check} tells. */
    Optional<String> check() {
        return members.stream().map(LeasedWorker::check).toList().stream()
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Stops issuing under all worker ids and hands them back, all at the same time: the bound of one is that of all. */
    @Override
    public void close() {
        allAtOnce(members.stream().<Runnable>map(member -> member::close).toList(), MAX_LEAVE);
    }

    /** Does all of these at the same time, each on a thread of its own, and returns when all are done, or the time is over. */
    static void allAtOnce(List<Runnable> works, Duration atMost) {
        List<CompletableFuture<Void>> done = works.stream()
                .map(work -> CompletableFuture.runAsync(work, LeasedWorkers::start))
                .toList();
        boolean all = CompletableFuture.allOf(done.toArray(CompletableFuture[]::new))
                .thenApply(nothing -> true)
                .completeOnTimeout(false, atMost.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        if (!all) {
            log.warn(
                    "not all worker ids were handed back within {}: they rest until their reservations have passed",
                    atMost);
        }
    }

    private static void start(Runnable run) {
        Thread thread = new Thread(run, "snowkeeper-leave");
        thread.setDaemon(true);
        thread.start();
    }

    private static FleetSettings ofFurther(FleetSettings settings, int number) {
        Optional<Path> state = settings.stateDirectory().map(directory -> directory.resolve("worker-" + number));
        return settings.withNode(settings.node() + "/" + number, state);
    }
}
