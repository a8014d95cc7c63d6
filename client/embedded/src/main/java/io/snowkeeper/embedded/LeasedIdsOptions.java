package io.snowkeeper.embedded;

import static io.snowkeeper.core.Checks.requireWithin;
import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.MemberKind;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.core.FirstSequence;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.SnowflakeGenerator;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The options of an embedded member. All but the name have a default, which is that of a node. Made by a
 * {@link Builder}.
 *
 * @param member how it takes part in its fleet; its connect string is that which {@link LeasedIds#join} is given
 * @param workerIds how many worker ids it holds; 1 to 64, and not more than it may claim
 * @param perThreadRuns how many snowflake ids a thread takes at a time, a power of 2 up to a 1024th of a tick; 1 for no
 *     runs
 * @param joinWait how long {@link LeasedIds#join} waits for a worker id; 0 to 10 min, 0 not to wait
 * @param listener notified of its state
 */
public record LeasedIdsOptions(
        MemberSettings member, int workerIds, int perThreadRuns, Duration joinWait, LeasedIdsListener listener) {

    private static final int MAX_WORKER_IDS = 64;
    private static final Duration MAX_JOIN_WAIT = Duration.ofMinutes(10);

    /** @throws IllegalArgumentException if a value is out of its range */
    public LeasedIdsOptions {
        requireNonNull(listener);
        requireWithin("joinWait", joinWait, Duration.ZERO, MAX_JOIN_WAIT);
        requireWithin(
                "workerIds",
                workerIds,
                1,
                Math.min(MAX_WORKER_IDS, member.workerIds().size()));
        // A generator knows which it can have.
        var unused = SnowflakeGenerator.builder(member.layout(), 0).perThreadRuns(perThreadRuns);
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
        return member.toBuilder()
                .kind(MemberKind.EMBEDDED)
                .endpoints(List.of())
                .connectString(connectString)
                .build();
    }

    /** A builder of options, which looks at the values when it builds. Not thread-safe. */
    public static final class Builder {

        private final MemberSettings.Builder member;
        private int workerIds = 1;
        private int perThreadRuns = 1;
        private Duration joinWait = Duration.ofSeconds(30);
        private LeasedIdsListener listener = (workerIds, refusal) -> {};

        private Builder(String name) {
            this.member = MemberSettings.builder(requireNonNull(name)).kind(MemberKind.EMBEDDED);
        }

        /** Sets the layout of snowflake ids; {@link Layout#DEFAULT} by default. */
        public Builder layout(Layout value) {
            member.layout(requireNonNull(value));
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

        /**
         * Sets where the sequences of a tick begin; at 0 by default. At a low rate nearly every id is the first of its tick, and so 0
         * modulo 2, 4, … 4096: choose a random start to put rows into shards by such a remainder.
         */
        public Builder firstSequence(FirstSequence value) {
            member.firstSequence(requireNonNull(value));
            return this;
        }

        /** Sets how long a reservation lasts; 1 s to 1 h, 60 s by default. */
        public Builder window(Duration value) {
            member.window(requireNonNull(value));
            return this;
        }

        /** Sets how long ZooKeeper waits for a silent process; 1 s to 5 min, 10 s by default. */
        public Builder sessionTimeout(Duration value) {
            member.sessionTimeout(requireNonNull(value));
            return this;
        }

        /** Sets how far our clock may be from ZooKeeper's; 100 ms to 1 h, 5 s by default. */
        public Builder maxSkew(Duration value) {
            member.maxSkew(requireNonNull(value));
            return this;
        }

        /** Sets how far the clock may go back for a call to wait; 0 to 1 min, 10 ms by default. */
        public Builder maxRollbackWait(Duration value) {
            member.maxRollbackWait(requireNonNull(value));
            return this;
        }

        /** Sets where the member keeps its state over restarts: a folder of its own. By default it keeps none. */
        public Builder stateDirectory(Path value) {
            member.stateDirectory(Optional.of(value));
            return this;
        }

        /** Sets whether to join although the clock went back over a restart. By default it is not joined. */
        public Builder acceptClockRollback(boolean value) {
            member.acceptClockRollback(value);
            return this;
        }

        /** Sets how it logs in to ZooKeeper, and whether over TLS. By default neither. */
        public Builder security(StoreSecurity value) {
            member.security(requireNonNull(value));
            return this;
        }

        /**
         * Sets which worker ids it may claim, so that others may use the rest without this ZooKeeper. By default all of the
         * layout.
         */
        public Builder workerRange(WorkerIdRange value) {
            member.workerIds(value);
            return this;
        }

        /**
         * Sets a time before which no id of the fleet lies. The first member of a fleet decides it; one that asks for a later
         * time than that does not join. By default nothing is asked for.
         */
        public Builder notBefore(Instant value) {
            member.notBefore(value);
            return this;
        }

        /** Sets how long {@link LeasedIds#join} waits for a worker id; 0 to 10 min, 30 s by default. */
        public Builder joinWait(Duration value) {
            joinWait = requireNonNull(value);
            return this;
        }

        /** Sets the listener to its state. */
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
            return new LeasedIdsOptions(member.build(), workerIds, perThreadRuns, joinWait, listener);
        }
    }
}
