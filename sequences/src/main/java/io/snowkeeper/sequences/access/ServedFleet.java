package io.snowkeeper.sequences.access;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.fleet.RestoreRecord;
import io.snowkeeper.coordinator.fleet.RestoreRecord.Restore;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.sequences.SequenceUnavailableException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fleet whose sequences this process serves: the one that its ids are of, and the first one that was seen. If ZooKeeper
 * ever shows another one, or data of that one that are older than they were, nothing is served any more until the process is started
 * again. Thread-safe.
 */
public final class ServedFleet {

    private static final Logger log = LoggerFactory.getLogger(ServedFleet.class);

    private final Supplier<Optional<String>> joined;
    private final boolean recovers;

    /** The result of {@link #joined}, once it is present: it never changes then. */
    private volatile Optional<String> ours = Optional.empty();

    private final CompletableFuture<String> restored = new CompletableFuture<>();

    private volatile @Nullable String seen;

    private boolean served;

    /** When the last restore was found that the data know of that are served, empty if they know of none. */
    private volatile Optional<Instant> restore = Optional.empty();

    private volatile @Nullable Closing closing;

    /** How numbers are refused as long as a restore is open, null if none was when that was looked at last. */
    private volatile @Nullable String restoring;

    /** @param joined the id of the fleet that the process' ids are of; empty as long as there is none, and the same from then on */
    public ServedFleet(Supplier<Optional<String>> joined) {
        this(joined, false);
    }

    private ServedFleet(Supplier<Optional<String>> joined, boolean recovers) {
        this.joined = joined;
        this.recovers = recovers;
    }

    /** Returns one for an operator ending a restore: an open restore closes nothing. */
    public static ServedFleet recovering() {
        return new ServedFleet(Optional::empty, true);
    }

    /** Returns whether it is for an operator ending a restore. */
    public boolean recovers() {
        return recovers;
    }

    /**
     * The reason why nothing is served any more.
     */
    private record Closing(UnavailableReason reason, String text) {}

    /** Returns whether no numbers are served, for now or for good. */
    public boolean isClosed() {
        return closing != null || restoring != null;
    }

    /** Returns why no numbers are served, for now or for good; empty if they are. */
    public Optional<Unavailability> closed() {
        Closing known = closing;
        return known != null
                ? Optional.of(new Unavailability(known.reason(), known.text()))
                : Optional.ofNullable(restoring)
                        .map(text -> new Unavailability(UnavailableReason.ENSEMBLE_RESTORED, text));
    }

    /** Returns how any call is refused for good, null if it is not. */
    @Nullable
    public SequenceUnavailableException refusal() {
        Closing known = closing;
        return known == null ? null : new SequenceUnavailableException(known.reason(), known.text());
    }

    /** Returns a future that completes when restored older data end the service. */
    public CompletableFuture<String> restored() {
        return restored.copy();
    }

    /** Returns how all that waits, and every call from now on, is refused: ZooKeeper's data is older than this process has seen it. */
    public synchronized SequenceUnavailableException restored(String evidence) {
        if (closing == null) {
            close(
                    UnavailableReason.ENSEMBLE_RESTORED,
                    "sequences are refused: ZooKeeper's data is older than this node has seen it, a backup was restored: %s; follow the documentation on restoring ZooKeeper from a backup, then restart the node"
                            .formatted(evidence));
            restored.complete(evidence);
        }
        return requireNonNull(refusal());
    }

    /**
     * Takes note of the restores of older data in the record. While one is open, no numbers are served; and if any were
     * before the last one was found, nothing is for good, since this process may know states from before it.
     *
     * @return why numbers are refused for now, null if they are not
     * @throws SequenceUnavailableException if nothing is served any more
     */
    synchronized @Nullable String found(RestoreRecord record) {
        Optional<Restore> last = record.last();
        if (recovers) {
            return null;
        }
        boolean newly = restoring == null;
        String closed = record.open()
                .map(restore -> "sequences are refused: %s; run snowkeeper recover".formatted(describe(restore)))
                .orElse(null);
        restoring = closed;
        if (closing == null && served && (closed != null || !restore.equals(last.map(Restore::found)))) {
            close(
                    UnavailableReason.ENSEMBLE_RESTORED,
                    "sequences are refused: %s; they were served by this node before that: run snowkeeper recover, then restart the node"
                            .formatted(last.map(ServedFleet::describe)
                                    .orElse("a restore that was found is no longer known")));
        }
        SequenceUnavailableException refusal = refusal();
        if (refusal != null) {
            throw refusal;
        }
        if (closed == null) {
            served = true;
            restore = last.map(Restore::found);
            return null;
        }
        if (newly) {
            log.warn("{}", closed);
        }
        return closed;
    }

    private static String describe(Restore restore) {
        return "ZooKeeper was restored, as %s found at %s: %s"
                .formatted(restore.by(), restore.found(), restore.evidence());
    }

    /** Returns when the last restore was found that the data know of that are served; empty if they know of none. */
    public Optional<Instant> restore() {
        return restore;
    }

    private void close(UnavailableReason reason, String text) {
        closing = new Closing(reason, text);
        log.error("{}", text);
    }

    /**
     * Returns whether the fleet found last is the one that is served.
     *
     * @param found the id that was found last, empty if there was no fleet yet
     */
    boolean isServed(Optional<String> found) {
        return closing == null
                && joined().map(id -> found.equals(Optional.of(id))).orElse(true);
    }

    private Optional<String> joined() {
        Optional<String> known = ours;
        if (known.isEmpty()) {
            known = joined.get();
            ours = known;
        }
        return known;
    }

    /**
     * The ids that a fleet is compared with.
     *
     * @param joined the id of the fleet that the process' ids are of, empty if there is none yet
     * @param seen the id of the one that was seen first, empty if none was
     */
    record Known(Optional<String> joined, Optional<String> seen) {

        /** Returns the id that a fleet should have and has not; empty if it is the one that is served. */
        private Optional<String> missedBy(Optional<String> found) {
            return Stream.of(seen, joined)
                    .flatMap(Optional::stream)
                    .filter(ours -> !found.equals(Optional.of(ours)))
                    .findFirst();
        }
    }

    /** Returns the known state of the served fleet. */
    Known known() {
        return new Known(joined(), Optional.ofNullable(seen));
    }

    /**
     * Notes which fleet ZooKeeper shows.
     *
     * @param found its id, empty if there is none
     * @param before the knowledge before a majority of ZooKeeper's servers was asked for it; null if one server was
     * @return whether it is the one that is served; if not, it may be old news, and is to be looked for again
     * @throws SequenceUnavailableException if it certainly is not the one that is served, or one was not before
     */
    synchronized boolean found(Optional<String> found, @Nullable Known before) {
        if (closing == null) {
            Known now = known();
            Optional<String> missed = now.missedBy(found);
            if (missed.isPresent() && !now.equals(before)) {
                return false;
            }
            missed.ifPresent(ours -> refuse(ours, found));
        }
        SequenceUnavailableException refusal = refusal();
        if (refusal != null) {
            throw refusal;
        }
        seen = found.orElse(null);
        return true;
    }

    private void refuse(String ours, Optional<String> found) {
        close(
                UnavailableReason.OTHER_FLEET,
                "sequences are refused: the fleet in ZooKeeper is not the one that this node has joined: it was fleet %s, it is %s; check where the node's connections to ZooKeeper lead and whether its data was replaced, then restart the node"
                        .formatted(ours, found.map(id -> "fleet " + id).orElse("gone")));
    }
}
