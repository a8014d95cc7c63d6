package io.snowkeeper.node.service;

import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.Layout;
import java.util.OptionalLong;

/** Where a node's ids come from. Ids of one source strictly increase, over all threads. Thread-safe. */
public interface IdSource {

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

    /** Returns the layout of the ids. */
    Layout layout();

    /** Returns the worker id that ids are issued under now, empty if there is none. */
    OptionalLong workerId();

    /** Returns the highest sequence that was reached within a tick so far, 0 if no id was issued. */
    long highestSequence();
}
