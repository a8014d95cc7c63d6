package io.snowkeeper.sequences.engine;

import io.snowkeeper.sequences.record.Position;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A sequence's state as its writer knows it. Changed by the writer's thread only.
 *
 * <p>It is {@link Unread} at first, and {@link Open} once the state was read; each write leads to the next {@link Open}. A write or read that
 * fails leads back to {@link Unread}, a change of the name or of the session to {@link Unopened}, which only the next read ends: the answer
 * to an earlier request does not.
 */
final class KnownState {

    private sealed interface Phase {}

    /** Name and state are to be read. */
    private record Unopened() implements Phase {}

    /** The state is to be read. */
    private record Unread() implements Phase {}

    /** The next draft is planned on the position. */
    private record Open(Position position) implements Phase {}

    /**
     * A read that was sent.
     *
     * @param since the state that it returns is at least as new
     */
    record Read(CompletableFuture<Optional<Position>> answer, long since) {}

    /** A write that was done. */
    private record Done(String incarnation, String token) {}

    private final SequenceOpening opening;

    private Phase phase = new Unread();

    /** The last write that is known to have been done: every later state of its incarnation has its token. */
    private @Nullable Done done;

    /** The latest state that was seen. One that is older, from a server that lags, is not believed. */
    private volatile @Nullable Position newest;

    private volatile @Nullable SequenceRecord lastRecord;

    /** Whether the name was made or deleted and was not read since: if it is gone, so are this node's numbers of it. */
    private boolean renamed;

    /**
     * When the last write was sent: this node's server has seen the states before it. 0 if the state is to be as new as
     * a call.
     */
    private long writtenSince;

    KnownState(SequenceOpening opening) {
        this.opening = opening;
    }

    /** Returns the base of the next draft, null if the state must be read first. */
    @Nullable
    Position position() {
        return phase instanceof Open open ? open.position() : null;
    }

    /** Returns whether name and state must be read, whatever a request under way returns. */
    boolean isUnopened() {
        return phase instanceof Unopened;
    }

    /** Returns whether the sequence may be gone that was there. */
    boolean mayBeGone() {
        return renamed && lastRecord != null;
    }

    /** Returns the newest state that was seen, null if none was. For any thread. */
    @Nullable
    Position newest() {
        return newest;
    }

    /** Returns the state as it was known last, null if it never was, or if the sequence is gone. For any thread. */
    @Nullable
    SequenceRecord lastRecord() {
        return lastRecord;
    }

    /** Requires a read of the state before the next draft. */
    void forget() {
        if (phase instanceof Open) {
            phase = new Unread();
        }
    }

    /** As {@link #forget}, and has the name read as well if nothing watches it. */
    void forgetUnwatched() {
        if (opening.isWatching()) {
            forget();
        } else {
            phase = new Unopened();
        }
    }

    /** As {@link #forget}, of a state that does not exist: the name has another one, or none. */
    void forgetName() {
        opening.forget();
        forget();
    }

    /** Notes that the name was made or deleted. */
    void nameChanged() {
        renamed = true;
    }

    /** Requires a read of name and state by a session that has no watches. */
    void reopen() {
        opening.forget();
        phase = new Unopened();
        // Another session's server may be behind the one that has answered before.
        writtenSince = 0;
    }

    /** Requires that the next read returns a state that is at least as new as a write that was sent then. */
    void readSince(long sent) {
        writtenSince = isUnopened() ? 0 : sent;
    }

    /** Reads the state, and the name if that is not known or not watched. */
    Read read(long now) {
        phase = new Unread();
        // The first state need not be the latest: a write that is planned on it is refused if it is not, and an answer
        // without a write has it read again.
        boolean latest = writtenSince == 0 && newest != null;
        long since = writtenSince == 0 ? now : writtenSince;
        writtenSince = 0;
        return new Read(opening.open(latest, since), since);
    }

    /** Notes that a read was answered. */
    void answered() {
        renamed &= isUnopened();
    }

    /** Returns whether a state that was read is older than one that was seen, or does not follow it. */
    boolean isUndone(Position read) {
        Position before = newest;
        Done last = done;
        return (before != null && read.isOlderThan(before))
                || (last != null
                        && last.incarnation().equals(read.incarnation())
                        && read.record().lacks(last.token()));
    }

    /** Notes the result of a read. Returns whether it is of another sequence, which has the name since. */
    boolean found(Position read) {
        Position before = newest;
        open(read);
        lastRecord = read.record();
        return before != null && !before.incarnation().equals(read.incarnation());
    }

    /** Notes that there is no sequence of the name. */
    void gone() {
        lastRecord = null;
    }

    /**
     * Notes a write that was done.
     *
     * @param incarnation the state's that was written
     * @param left the state after it; null if the state has to be read
     */
    void written(String incarnation, String token, SequenceRecord record, @Nullable Position left) {
        done = new Done(incarnation, token);
        lastRecord = record;
        if (left == null) {
            forget();
        } else {
            open(left);
        }
    }

    private void open(Position position) {
        newest = position;
        if (!isUnopened()) {
            phase = new Open(position);
        }
    }
}
