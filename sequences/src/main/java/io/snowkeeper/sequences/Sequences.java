package io.snowkeeper.sequences;

import io.snowkeeper.coordinator.progress.SeenSequence;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.core.sequence.SequenceException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The fleet's named sequences, as one node serves them. No number is handed out twice, by any node. Thread-safe; no
 * method blocks, but {@link #close}.
 *
 * <p>Stages complete within the timeout of the settings (or of the request), by a {@link SequenceException} if they
 * fail, on a thread that serves sequences: their dependent stages must not block there. A caller cancels by
 * {@code stage.toCompletableFuture().cancel(false)}; its numbers are then handed to another caller where possible.
 */
public interface Sequences extends Numbers, SequenceAdmin, PendingReservations, Ledgers, AutoCloseable {

    /**
     * Begins to connect. Returns at once.
     *
     * @throws IllegalStateException if it was started or closed before
     */
    void start();

    /**
     * Returns a future that completes, with the evidence, when one of these sequences is found to be older than this
     * process has seen it. Never fails, and may never complete.
     */
    CompletableFuture<String> restored();

    /**
     * Reports that ZooKeeper's data is older than this process has seen it, so that nothing is served any more: waiting
     * calls fail, and so does every call from now on, with
     * {@link io.snowkeeper.core.UnavailableReason#ENSEMBLE_RESTORED}.
     *
     * @param evidence the evidence, for people
     */
    void refuse(String evidence);

    /**
     * Returns why every call for numbers is refused, until an operator ends a restore or the process is started again; empty if it is not.
     * Takes no time.
     */
    Optional<Unavailability> closed();

    /** Returns the last state seen of each sequence that this node has served since it was started. Takes no time. */
    List<SeenSequence> seen();

    /** Returns the usage of the sequences requested from this node within the last hour, for metrics. Takes no time. */
    List<SequenceUsage> usage();

    /**
     * Returns the number of unreadable znodes among the sequences' that this node has found: foreign or corrupt ones.
     * They are passed over. Takes no time.
     */
    int unreadable();

    /** Stops: waiting calls fail, blocks are given back where they still are the tail. Takes some seconds at the most. Idempotent. */
    @Override
    void close();
}
