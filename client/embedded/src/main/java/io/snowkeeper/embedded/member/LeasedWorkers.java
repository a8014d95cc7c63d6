package io.snowkeeper.embedded.member;

import io.snowkeeper.coordinator.Coordinator;
import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.LeaseCounts;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.embedded.id.HighestSequences;
import io.snowkeeper.sequences.SequenceUsage;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.fleet.FleetSequences;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All parts that one process has in its fleet: as many as it holds worker ids, each with a state directory of its own. The first
 * one serves the fleet's sequences to all. Thread-safe, once they have joined.
 */
public final class LeasedWorkers implements MemberReport, SequencesReport, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LeasedWorkers.class);

    /** More than the parts of a member's end may take together. */
    private static final Duration MAX_LEAVE = Duration.ofSeconds(25);

    private final CoordinationTimes times = new CoordinationTimes();
    private final List<LeasedWorker> members;

    /**
     * @param workerIds how many worker ids it holds
     * @param perThreadRuns as {@link LeasedWorker} takes it
     * @param coordinator how it takes part in its fleet
     */
    public LeasedWorkers(
            MemberSettings settings, int workerIds, int perThreadRuns, MillisClock clock, Coordinator coordinator) {
        Coordinator observed = coordinator.observedBy(times);
        members = Stream.generate(() -> new LeasedWorker(
                        settings, perThreadRuns, clock, System::nanoTime, observed, FleetSequences.by(observed), times))
                .limit(workerIds)
                .toList();
    }

    /** Returns the parts, the one that serves sequences first. */
    public List<LeasedWorker> all() {
        return members;
    }

    /**
     * Begins to claim the worker ids.
     *
     * @param issued how many ids all parts together have given out
     * @throws io.snowkeeper.coordinator.StateDirectoryException if a state directory cannot be used
     * @throws IllegalArgumentException if ZooKeeper's address is malformed, or the files for TLS cannot be used
     */
    public void join(MemberSettings settings, LongSupplier issued) {
        members.get(0).join(settings, Optional.of(issued));
        claimFurther(settings);
    }

    /**
     * As {@link #join}, but without the fleet's sequences, and without telling how many ids were given out.
     *
     * @throws io.snowkeeper.coordinator.StateDirectoryException if a state directory cannot be used
     * @throws IllegalArgumentException if ZooKeeper's address is malformed, or the files for TLS cannot be used
     */
    public void claim(MemberSettings settings) {
        members.get(0).claim(settings);
        claimFurther(settings);
    }

    private void claimFurther(MemberSettings settings) {
        for (int i = 1; i < members.size(); i++) {
            members.get(i).claim(ofFurther(settings, i + 1));
        }
    }

    @Override
    public List<MembershipStatus> memberships() {
        return members.stream().map(LeasedWorker::membershipStatus).toList();
    }

    @Override
    public List<LeaseCounts> leaseCounts() {
        return members.stream().map(LeasedWorker::counts).toList();
    }

    @Override
    public CoordinationTimes times() {
        return times;
    }

    @Override
    public HighestSequences highestSequences() {
        return members.stream()
                .map(member -> member.ids().highestSequences())
                .reduce(HighestSequences::max)
                .orElseThrow();
    }

    /** Returns how the first part that would refuse a request for a snowflake id now would do so. */
    public Optional<Unavailability> idRefusal() {
        return first(member -> member.ids().refusal());
    }

    /** Returns how the first part that would refuse a request for a sortable id now would do so. */
    public Optional<Unavailability> sortableRefusal() {
        return first(member -> member.sortableIds().refusal());
    }

    private Optional<Unavailability> first(Function<LeasedWorker, Optional<Unavailability>> refusal) {
        return members.stream().map(refusal).flatMap(Optional::stream).findFirst();
    }

    @Override
    public List<SequenceUsage> sequenceUsage() {
        return members.get(0).sequences().map(Sequences::usage).orElse(List.of());
    }

    @Override
    public CompletionStage<Page<PendingReservation>> firstPending(String sequence) {
        return members.get(0)
                .sequences()
                .map(served -> served.pending(sequence, Optional.empty(), 1))
                .orElseGet(() -> CompletableFuture.failedFuture(
                        new IllegalStateException("sequences are not served yet: sequence=" + sequence)));
    }

    @Override
    public Optional<Unavailability> sequenceRefusal() {
        return members.get(0)
                .sequences()
                .map(Sequences::closed)
                .orElseGet(() ->
                        Optional.of(new Unavailability(UnavailableReason.NOT_STARTED, "sequences are not served yet")));
    }

    @Override
    public int unreadableSequences() {
        return members.get(0).sequences().map(Sequences::unreadable).orElse(0);
    }

    @Override
    public Set<Long> workerIds() {
        return members.stream()
                .flatMapToLong(member -> member.ids().workerId().stream())
                .boxed()
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Looks at the whole fleet. */
    public CompletionStage<FleetView> view() {
        return members.get(0).view();
    }

    /** Returns the first reason returned by a {@link LeasedWorker#check}. */
    public Optional<String> check(Duration margin) {
        return members.stream().map(member -> member.check(margin)).toList().stream()
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Stops issuing under all worker ids and hands them back. Sequences go on until {@link #close}. */
    public void handOver() {
        members.forEach(LeasedWorker::handOver);
    }

    /** Stops issuing under all worker ids and hands them back, all at the same time: the bound of one is that of all. */
    @Override
    public void close() {
        allAtOnce(members.stream().<Runnable>map(member -> member::close).toList(), MAX_LEAVE);
    }

    /** Does all of these at the same time, each on a thread of its own, and returns when all are done, or the time is over. */
    static void allAtOnce(List<Runnable> works, Duration atMost) {
        CompletableFuture<?> all = CompletableFuture.allOf(works.stream()
                .map(work -> CompletableFuture.runAsync(work, LeasedWorkers::start))
                .toArray(CompletableFuture[]::new));
        if (!isDoneWithin(atMost, all)) {
            log.warn(
                    "not all worker ids were handed back within {}: they rest until their reservations have passed",
                    atMost);
        }
    }

    /** Waits here and not by a timer of the JDK, whose thread would stay, and with it the class loader that it began under. */
    private static boolean isDoneWithin(Duration atMost, CompletableFuture<?> work) {
        long end = System.nanoTime() + atMost.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    work.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                    return true;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TimeoutException e) {
                    return false;
                } catch (ExecutionException e) {
                    throw new CompletionException(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void start(Runnable run) {
        Thread thread = new Thread(run, "snowkeeper-leave");
        thread.setDaemon(true);
        thread.start();
    }

    private static MemberSettings ofFurther(MemberSettings settings, int number) {
        Optional<Path> state = settings.stateDirectory().map(directory -> directory.resolve("worker-" + number));
        return settings.toBuilder()
                .node(settings.node() + "/" + number)
                .stateDirectory(state)
                .build();
    }
}
