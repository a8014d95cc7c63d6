package io.snowkeeper.embedded.id;

import io.snowkeeper.core.ClockStalledException;
import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.api.Unavailability;
import java.util.Optional;
import java.util.OptionalLong;

/** The source of a node's ids. Ids of one source strictly increase, over all threads. Thread-safe. */
public interface IdSource {

    /** Stands for no id. */
    long NONE = -1;

    /**
     * Issues one id. Never waits, as {@link io.snowkeeper.core.SnowflakeGenerator#tryNext()} does not.
     *
     * @return the id, {@link #NONE} if there is none before the next tick
     * @throws IdUnavailableException if no id can be issued now without the risk of a duplicate
     * @throws NoWorkerIdException if there is no worker id to issue under
     */
    long tryNext();

    /**
     * Issues increasing ids. If an exception is thrown, the contents of the list must not be used.
     *
     * @param ids where the ids are added that can be had before the next tick, up to {@code count}
     * @throws IdUnavailableException as {@link #tryNext()} does
     * @throws NoWorkerIdException as {@link #tryNext()} does
     */
    void tryNext(IdRuns ids, int count);

    /** Returns the layout of the ids. */
    Layout layout();

    /** Returns the worker id that ids are issued under now, empty if there is none. */
    OptionalLong workerId();

    /**
     * Returns how a request for an id would be refused now; empty if it would get one, at once or after one of the short waits
     * that callers bear. Issues nothing. By default empty: for sources that refuse nothing.
     */
    default Optional<Unavailability> refusal() {
        return Optional.empty();
    }

    /**
     * Looks at the clock that the ids follow. Returns the refusal of calls that wait for its next tick, empty if it
     * moves. A source that returns one here returns the same in {@link #refusal}.
     */
    Optional<ClockStalledException> stall();

    /** Returns the highest sequence that was reached within a tick so far, 0 if no id was issued. */
    long highestSequence();

    /** Returns the highest sequences that were reached lately. By default only that since the start is known. */
    default HighestSequences highestSequences() {
        return HighestSequences.sinceStart(highestSequence());
    }
}
