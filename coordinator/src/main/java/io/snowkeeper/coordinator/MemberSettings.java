package io.snowkeeper.coordinator;

import static io.snowkeeper.core.Checks.requireWithin;
import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.FirstSequence;
import io.snowkeeper.core.Layout;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a node's membership in a fleet.
 *
 * @param kind the member's kind, for people to read
 * @param connectString ZooKeeper's servers as {@code host:port[,host:port…][/chroot]}; without a chroot,
 *     {@value #DEFAULT_CHROOT} is used; empty as long as it is not known
 * @param node the node's name, for people to read
 * @param endpoints where the node serves, as {@code host:port}, for people to read
 * @param layout the layout of its ids, of at most 16 worker bits; the first node of a fleet decides it, others must
 *     have the same
 * @param stateDirectory where the node keeps its state over restarts; empty to keep none
 * @param window how long a reservation lasts, and so how long ids can be issued without ZooKeeper; 1 s to 1 h
 * @param sessionTimeout how long ZooKeeper waits for a silent node; 1 s to 5 min
 * @param maxSkew how far our clock may be from ZooKeeper's; 100 ms to 1 h
 * @param sequenceTimeout how long a call about a sequence waits for ZooKeeper unless it sets its own time; 100 ms to 1 min
 * @param maxRollbackWait how far the clock may have gone back over a restart for the node to wait; 0 to 1 min
 * @param firstSequence where the sequences of a tick begin
 * @param acceptClockRollback whether to start although the clock went back further over a restart
 * @param security how it logs in to ZooKeeper, and whether over TLS
 * @param workerIds the worker ids that the node may claim, some of the layout's
 * @param notBefore no id of the fleet has an earlier time; decided by the first node of a fleet. Empty to ask for
 *     nothing
 */
public record MemberSettings(
        MemberKind kind,
        String connectString,
        String node,
        List<String> endpoints,
        Layout layout,
        Optional<Path> stateDirectory,
        Duration window,
        Duration sessionTimeout,
        Duration maxSkew,
        Duration sequenceTimeout,
        Duration maxRollbackWait,
        FirstSequence firstSequence,
        boolean acceptClockRollback,
        StoreSecurity security,
        WorkerIdRange workerIds,
        Optional<Instant> notBefore) {

    /** The root of the fleet's znodes, where the connect string names no other. */
    public static final String DEFAULT_CHROOT = "/snowkeeper";

    /** More slots than this would be more than a ZooKeeper is asked to keep. */
    private static final int MAX_WORKER_BITS = 16;

    /** @throws IllegalArgumentException if a value is out of its range */
    public MemberSettings {
        requireNonNull(kind);
        requireNonNull(connectString);
        if (requireNonNull(node).isBlank()) {
            throw new IllegalArgumentException("name must not be blank");
        }
        endpoints = List.copyOf(endpoints);
        if (requireNonNull(layout).workerBits() > MAX_WORKER_BITS) {
            throw new IllegalArgumentException(
                    "must be <= %s in a fleet: workerBits=%s".formatted(MAX_WORKER_BITS, layout.workerBits()));
        }
        requireNonNull(stateDirectory);
        requireWithin("window", window, Duration.ofSeconds(1), Duration.ofHours(1));
        requireWithin("sessionTimeout", sessionTimeout, Duration.ofSeconds(1), Duration.ofMinutes(5));
        requireWithin("maxSkew", maxSkew, Duration.ofMillis(100), Duration.ofHours(1));
        requireWithin("sequenceTimeout", sequenceTimeout, Duration.ofMillis(100), Duration.ofMinutes(1));
        requireWithin("maxRollbackWait", maxRollbackWait, Duration.ZERO, Duration.ofMinutes(1));
        if (firstSequence.bound() - 1 > layout.maxSequence()) {
            throw new IllegalArgumentException("must be <= %s, the sequences of a tick: firstSequence=random:%s"
                    .formatted(layout.maxSequence() + 1, firstSequence.bound()));
        }
        requireNonNull(security);
        if (workerIds.last() > layout.maxWorkerId()) {
            throw new IllegalArgumentException("must be within the layout's worker ids, %s: workerRange=%s"
                    .formatted(WorkerIdRange.all(layout), workerIds));
        }
        if (notBefore.isPresent() && notBefore.get().isAfter(layout.end())) {
            throw new IllegalArgumentException("must be within the layout's time, which ends at %s: notBefore=%s"
                    .formatted(layout.end(), notBefore.get()));
        }
    }

    /**
     * Returns whether all ids of the fleet come one after the other: there is one worker id, so one member issues at a time, and
     * the next one begins when the lease of the one before has ended by the stopwatch.
     */
    public boolean isTotallyOrdered() {
        return layout.workerBits() == 0;
    }

    /**
     * Returns a builder with the default of each setting.
     *
     * @param node the member's name, for people to read
     */
    public static Builder builder(String node) {
        return new Builder(node);
    }

    /** Returns a builder with these settings, some of which are to be changed. */
    public Builder toBuilder() {
        Builder builder = new Builder(node);
        builder.notBefore = notBefore;
        builder.workerIds = Optional.of(workerIds).filter(some -> !some.equals(WorkerIdRange.all(layout)));
        return builder.kind(kind)
                .connectString(connectString)
                .endpoints(endpoints)
                .layout(layout)
                .stateDirectory(stateDirectory)
                .window(window)
                .sessionTimeout(sessionTimeout)
                .maxSkew(maxSkew)
                .sequenceTimeout(sequenceTimeout)
                .maxRollbackWait(maxRollbackWait)
                .firstSequence(firstSequence)
                .acceptClockRollback(acceptClockRollback)
                .security(security);
    }

    /** A builder of settings, which checks the values when it builds. Not thread-safe. */
    public static final class Builder {

        private String node;
        private MemberKind kind = MemberKind.NODE;
        private String connectString = "";
        private List<String> endpoints = List.of();
        private Layout layout = Layout.DEFAULT;
        private Optional<Path> stateDirectory = Optional.empty();
        private Duration window = Duration.ofSeconds(60);
        private Duration sessionTimeout = Duration.ofSeconds(10);
        private Duration maxSkew = Duration.ofSeconds(5);
        private Duration sequenceTimeout = Duration.ofSeconds(2);
        private Duration maxRollbackWait = Duration.ofMillis(10);
        private FirstSequence firstSequence = FirstSequence.ZERO;
        private boolean acceptClockRollback;
        private StoreSecurity security = StoreSecurity.NONE;
        private Optional<WorkerIdRange> workerIds = Optional.empty();
        private Optional<Instant> notBefore = Optional.empty();

        private Builder(String node) {
            this.node = node;
        }

        public Builder node(String value) {
            node = value;
            return this;
        }

        /** A node by default. */
        public Builder kind(MemberKind value) {
            kind = value;
            return this;
        }

        /** Empty by default. */
        public Builder connectString(String value) {
            connectString = value;
            return this;
        }

        /** None by default. */
        public Builder endpoints(List<String> value) {
            endpoints = value;
            return this;
        }

        /** {@link Layout#DEFAULT} by default. */
        public Builder layout(Layout value) {
            layout = value;
            return this;
        }

        /** None by default. */
        public Builder stateDirectory(Optional<Path> value) {
            stateDirectory = value;
            return this;
        }

        /** 60 s by default. */
        public Builder window(Duration value) {
            window = value;
            return this;
        }

        /** 10 s by default. */
        public Builder sessionTimeout(Duration value) {
            sessionTimeout = value;
            return this;
        }

        /** 5 s by default. */
        public Builder maxSkew(Duration value) {
            maxSkew = value;
            return this;
        }

        /** 2 s by default. */
        public Builder sequenceTimeout(Duration value) {
            sequenceTimeout = value;
            return this;
        }

        /** 10 ms by default. */
        public Builder maxRollbackWait(Duration value) {
            maxRollbackWait = value;
            return this;
        }

        /** At 0 by default. */
        public Builder firstSequence(FirstSequence value) {
            firstSequence = value;
            return this;
        }

        /** Not by default. */
        public Builder acceptClockRollback(boolean value) {
            acceptClockRollback = value;
            return this;
        }

        /** Neither a login nor TLS by default. */
        public Builder security(StoreSecurity value) {
            security = value;
            return this;
        }

        /** All of the layout's by default. */
        public Builder workerIds(WorkerIdRange value) {
            workerIds = Optional.of(value);
            return this;
        }

        /** None by default. */
        public Builder notBefore(Instant value) {
            notBefore = Optional.of(value);
            return this;
        }

        /**
         * Makes the settings.
         *
         * @throws IllegalArgumentException if a value is out of its range
         */
        public MemberSettings build() {
            return new MemberSettings(
                    kind,
                    connectString,
                    node,
                    endpoints,
                    layout,
                    stateDirectory,
                    window,
                    sessionTimeout,
                    maxSkew,
                    sequenceTimeout,
                    maxRollbackWait,
                    firstSequence,
                    acceptClockRollback,
                    security,
                    workerIds.orElse(WorkerIdRange.all(layout)),
                    notBefore);
        }
    }
}
