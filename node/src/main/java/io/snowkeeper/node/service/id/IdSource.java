package io.snowkeeper.node.service.id;

import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.Layout;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.HighestSequences;
import io.snowkeeper.node.service.message.IdRuns;
import java.util.Optional;
import java.util.OptionalLong;

/** The source of a node's ids. Ids of one source strictly increase, over all threads. Thread-safe. */
public interface IdSource {

    /** Stands for no id. */
    long NONE = -1;

    /**
     * Issues one id. May wait for the next tick, as {@link io.snowkeeper.core.SnowflakeGenerator#next()} does.
     *
     * @throws IdUnavailableException if no id can be issued now without the risk of a duplicate
     * @throws NoWorkerIdException if there is no worker id to issue under
     */
    long next();

    /**
     * Fills an array with increasing ids. If an exception is thrown, what the array holds must not be used.
     *
     * @throws IdUnavailableException as {@link #next()} does
     * @throws NoWorkerIdException as {@link #next()} does
     */
    void next(long[] ids);

    /**
     * As {@link #next()}, but does not wait for a tick, so that an event loop can go on with something else. By default
     * it does wait: for sources that need not.
     *
     * @return the id, {@link #NONE} if there is none before the next tick
     */
    default long tryNext() {
        return next();
    }

    /**
     * As {@link #next(long[])}, but does not wait for a tick. By default it does.
     *
     * @param ids where the ids are added that can be had before the next tick, up to {@code count}
     */
    default void tryNext(IdRuns ids, int count) {
        long[] all = new long[count];
        next(all);
        ids.addAll(all);
    }

    /** Returns the layout of the ids. */
    Layout layout();

    /** Returns the worker id that ids are issued under now, empty if there is none. */
    OptionalLong workerId();

    /**
     * Returns how a request for an id would be refused now; empty if it would get one, at once or after one of the short waits
     * that callers bear. Issues nothing. By default empty: for sources that refuse nothing.
     */
    default Optional<Answer.Refusal> refusal() {
        return Optional.empty();
    }

    /** Returns the highest sequence that was reached within a tick so far, 0 if no id was issued. */
    long highestSequence();

    /** Returns the highest sequences that were reached lately. By default only that since the start is known. */
    default HighestSequences highestSequences() {
        return HighestSequences.sinceStart(highestSequence());
    }
}
