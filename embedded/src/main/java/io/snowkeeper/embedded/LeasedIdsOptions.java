package io.snowkeeper.embedded;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.MemberKind;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.coordinator.store.StoreSecurity;
import io.snowkeeper.core.Checks;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.SnowflakeGenerator;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The options of an embedded member. All but the name have a default, which is that of a node.
 *
 * @param name the member's name, for people to read
 * @param layout the layout of its snowflake ids, of at most 16 worker bits; the same for the whole fleet
 * @param workerIds how many worker ids it holds; 1 to 64, and not more than it may claim
 * @param perThreadRuns how many snowflake ids a thread takes at a time, a power of 2 up to a 1024th of a tick; 1 for no runs
 * @param window how long a reservation lasts, and so how long ids can be made without ZooKeeper; 1 s to 1 h, the same for the
 *     whole fleet
 * @param sessionTimeout how long ZooKeeper waits for a silent process before others may have its worker ids; 1 s to 5 min
 * @param maxSkew how far our clock may be from ZooKeeper's; 100 ms to 1 h, the same for the whole fleet
 * @param maxRollbackWait how far the clock may go back for a call to wait until it has caught up; 0 to 1 min
 * @param stateDirectory where the member keeps its state over restarts; empty to keep none
 * @param acceptClockRollback whether to join although the clock went back further than that over a restart
 * @param security how it logs in to ZooKeeper, and whether over TLS
 * @param workerRange which worker ids it may claim; empty for all of the layout
 * @param notBefore no id of the fleet has an earlier time, decided by the fleet's first member; empty to ask for nothing
 * @param joinWait how long {@link LeasedIds#join} waits for a worker id; 0 to 10 min, 0 not to wait
 * @param listener told how it stands
 */
public record LeasedIdsOptions(
        String name,
        Layout layout,
        int workerIds,
        int perThreadRuns,
        Duration window,
        Duration sessionTimeout,
        Duration maxSkew,
        Duration maxRollbackWait,
        Optional<Path> stateDirectory,
        boolean acceptClockRollback,
        StoreSecurity security,
        Optional<WorkerIdRange> workerRange,
        Optional<Instant> notBefore,
        Duration joinWait,
        LeasedIdsListener listener) {

    private static final int MAX_WORKER_IDS = 64;
    private static final Duration MAX_JOIN_WAIT = Duration.ofMinutes(10);

    /** Nobody has it: only what the values are is looked at. */
    private static final String ANY_SERVER = "127.0.0.1:2181";

    /** @throws IllegalArgumentException if a value is out of its range */
    public LeasedIdsOptions {
        if (requireNonNull(name).isBlank()) {
            throw new IllegalArgumentException("name must not be blank");
        }
        requireNonNull(listener);
        if (joinWait.isNegative() || joinWait.compareTo(MAX_JOIN_WAIT) > 0) {
            throw new IllegalArgumentException(
                    "must be >= PT0S && <= %s: joinWait=%s".formatted(MAX_JOIN_WAIT, joinWait));
        }
        WorkerIdRange claimed = workerRange.orElse(WorkerIdRange.all(layout));
        var unused = new MemberSettings(
                MemberKind.EMBEDDED,
                ANY_SERVER,
                name,
                List.of(),
                layout,
                stateDirectory,
                window,
                sessionTimeout,
                maxSkew,
                maxRollbackWait,
                acceptClockRollback,
                security,
                claimed,
                notBefore);
        long maxWorkerIds = Math.min(MAX_WORKER_IDS, claimed.size());
        Checks.requireWithin("workerIds", workerIds, 1, maxWorkerIds);
        requireRuns(layout, perThreadRuns);
    }

    /** A generator knows which it can have. */
    private static void requireRuns(Layout layout, int length) {
        var unused = SnowflakeGenerator.builder(layout, 0).perThreadRuns(length);
    }

    /**
     * Returns the options of a member that differs from a node in nothing.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    public static LeasedIdsOptions named(String name) {
        return builder(name).build();
    }

    /** Returns a builder with the default of each option: that of a node, and 30 s for {@link Builder#joinWait}. */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    MemberSettings fleet(String connectString) {
        return new MemberSettings(
                MemberKind.EMBEDDED,
                connectString,
                name,
                List.of(),
                layout,
                stateDirectory,
                window,
                sessionTimeout,
                maxSkew,
                maxRollbackWait,
                acceptClockRollback,
                security,
                workerRange.orElse(WorkerIdRange.all(layout)),
                notBefore);
    }

    /** A builder of options, which looks at the values when it builds. Not thread-safe. */
    public static final class Builder {

        private final String name;
        private Layout layout = Layout.DEFAULT;
        private int workerIds = 1;
        private int perThreadRuns = 1;
        private Duration window = Duration.ofSeconds(60);
        private Duration sessionTimeout = Duration.ofSeconds(10);
        private Duration maxSkew = Duration.ofSeconds(5);
        private Duration maxRollbackWait = Duration.ofMillis(10);
        private Optional<Path> stateDirectory = Optional.empty();
        private boolean acceptClockRollback;
        private StoreSecurity security = StoreSecurity.NONE;
        private Optional<WorkerIdRange> workerRange = Optional.empty();
        private Optional<Instant> notBefore = Optional.empty();
        private Duration joinWait = Duration.ofSeconds(30);
        private LeasedIdsListener listener = (workerIds, refusal) -> {};

        private Builder(String name) {
            this.name = requireNonNull(name);
        }

        /** Sets the layout of snowflake ids; {@link Layout#DEFAULT} by default. */
        public Builder layout(Layout value) {
            layout = requireNonNull(value);
            return this;
        }

        /** Sets how many worker ids it holds; 1 to 64, 1 by default. */
        public Builder workerIds(int value) {
            workerIds = value;
            return this;
        }

        /** Sets how many snowflake ids a thread takes at a time; a power of 2 up to a 1024th of a tick, 1 by default, for no runs. */
        public Builder perThreadRuns(int value) {
            perThreadRuns = value;
            return this;
        }

        /** Sets how long a reservation lasts; 1 s to 1 h, 60 s by default. */
        public Builder window(Duration value) {
            window = requireNonNull(value);
            return this;
        }

        /** Sets how long ZooKeeper waits for a silent process; 1 s to 5 min, 10 s by default. */
        public Builder sessionTimeout(Duration value) {
            sessionTimeout = requireNonNull(value);
            return this;
        }

        /** Sets how far our clock may be from ZooKeeper's; 100 ms to 1 h, 5 s by default. */
        public Builder maxSkew(Duration value) {
            maxSkew = requireNonNull(value);
            return this;
        }

        /** Sets how far the clock may go back for a call to wait; 0 to 1 min, 10 ms by default. */
        public Builder maxRollbackWait(Duration value) {
            maxRollbackWait = requireNonNull(value);
            return this;
        }

        /** Sets where the member keeps its state over restarts: a folder of its own. By default it keeps none. */
        public Builder stateDirectory(Path value) {
            stateDirectory = Optional.of(value);
            return this;
        }

        /** Sets whether to join although the clock went back over a restart. By default it is not joined. */
        public Builder acceptClockRollback(boolean value) {
            acceptClockRollback = value;
            return this;
        }

        /** Sets how it logs in to ZooKeeper, and whether over TLS. By default neither. */
        public Builder security(StoreSecurity value) {
            security = requireNonNull(value);
            return this;
        }

        /**
         * Sets which worker ids it may claim, so that others may use the rest without this ZooKeeper. By default all of the
         * layout.
         */
        public Builder workerRange(WorkerIdRange value) {
            workerRange = Optional.of(value);
            return this;
        }

        /**
         * Sets a time before which no id of the fleet lies. The first member of a fleet decides it; one that asks for a later
         * time than that does not join. By default nothing is asked for.
         */
        public Builder notBefore(Instant value) {
            notBefore = Optional.of(value);
            return this;
        }

        /** Sets how long {@link LeasedIds#join} waits for a worker id; 0 to 10 min, 30 s by default. */
        public Builder joinWait(Duration value) {
            joinWait = requireNonNull(value);
            return this;
        }

        /** Sets who is told how it stands. */
        public Builder listener(LeasedIdsListener value) {
            listener = requireNonNull(value);
            return this;
        }

        /**
         * Makes the options.
         *
         * @throws IllegalArgumentException if a value is out of its range
         */
        public LeasedIdsOptions build() {
            return new LeasedIdsOptions(
                    name,
                    layout,
                    workerIds,
                    perThreadRuns,
                    window,
                    sessionTimeout,
                    maxSkew,
                    maxRollbackWait,
                    stateDirectory,
                    acceptClockRollback,
                    security,
                    workerRange,
                    notBefore,
                    joinWait,
                    listener);
        }
    }
}
