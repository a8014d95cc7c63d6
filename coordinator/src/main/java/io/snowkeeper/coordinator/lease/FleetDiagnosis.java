package io.snowkeeper.coordinator.lease;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.fleet.ClockSkew;
import io.snowkeeper.coordinator.fleet.FleetFailedException;
import io.snowkeeper.coordinator.fleet.FleetReader;
import io.snowkeeper.coordinator.fleet.FleetRecord;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.StoredFleet;
import io.snowkeeper.coordinator.fleet.TrialWrite;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.core.MillisClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * A check whether a process could join a fleet, by the checks of a member, without becoming one. It leaves nothing
 * behind. Blocks; for one thread.
 */
public final class FleetDiagnosis implements AutoCloseable {

    private static final Duration VIEW_TIMEOUT = Duration.ofSeconds(10);

    private final MemberSettings settings;
    private final CoordinationStore store;
    private final MillisClock clock;
    private final Environment environment;
    private final FleetTree tree;
    private final FleetIdentity identity;

    /**
     * @param settings those of the member that it would be
     * @param store connected; closed with this
     * @param environment how callers wait
     */
    public FleetDiagnosis(
            MemberSettings settings, CoordinationStore store, MillisClock clock, Environment environment) {
        this.settings = settings;
        this.store = store;
        this.clock = clock;
        this.environment = environment;
        this.tree = new FleetTree(store, environment);
        this.identity = new FleetIdentity(tree, settings);
    }

    /** The clock of this process, compared with the store's. */
    public record ClockComparison(long skewMillis, Optional<String> problem) {}

    /**
     * Returns which fleet is there, with its layout; empty if the member would make it.
     *
     * @throws FleetFailedException if the member would not join it: it has another layout, or was deleted in part
     * @throws CoordinatorUnavailableException if ZooKeeper does not answer, or denies access
     */
    public Optional<String> fleet() {
        return reached(identity::find).map(StoredFleet::record).map(FleetRecord::describe);
    }

    /**
     * Makes an invisible write, as a member does, and compares the clocks by it.
     *
     * @return by how many milliseconds the clock is ahead of the store's (behind, if negative), and the problem with
     *     that, if any; empty if neither the fleet's root nor its parent exists, so that nothing was written
     * @throws CoordinatorUnavailableException if ZooKeeper does not answer, or denies access
     */
    public Optional<ClockComparison> compareClocks() {
        TrialWrite trial = new TrialWrite(store, environment);
        return reached(() -> {
            long before = clock.millis();
            OptionalLong written = trial.storeMillis();
            long after = clock.millis();
            return written.stream()
                    .mapToObj(millis -> ClockSkew.between(before, millis, after))
                    .map(skew -> new ClockComparison(
                            skew.millis(), skew.problem(settings.maxSkew().toMillis())))
                    .findFirst();
        });
    }

    /**
     * Returns which of the fleet's records are open to every client of the store, with their whole paths.
     *
     * @throws CoordinatorUnavailableException if ZooKeeper does not answer
     */
    public List<String> openRecords() {
        return reached(tree::openRecords);
    }

    /**
     * Returns the worker ids and the members that there are.
     *
     * @throws CoordinatorUnavailableException if ZooKeeper does not answer, or denies access
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public FleetView view() throws InterruptedException {
        FleetReader reader =
                new FleetReader(store, clock, Optional::empty, settings.layout().workers());
        try {
            return environment.await(reader.read(), VIEW_TIMEOUT);
        } catch (ExecutionException e) {
            throw new CoordinatorUnavailableException(
                    String.valueOf(requireNonNull(e.getCause()).getMessage()), e);
        } catch (TimeoutException e) {
            throw new CoordinatorUnavailableException(
                    "ZooKeeper does not answer within %s ms".formatted(VIEW_TIMEOUT.toMillis()), e);
        }
    }

    /** Returns a path below the fleet's root as operators know it. */
    public String describe(String path) {
        return store.describe(path);
    }

    private static <T> T reached(Supplier<T> look) {
        try {
            return look.get();
        } catch (LeaseProblemException e) {
            throw new CoordinatorUnavailableException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
