package io.snowkeeper.sequences.catalogue;

import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.access.Failures;
import io.snowkeeper.sequences.record.SequencePaths;
import java.time.DateTimeException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The foreign or unreadable records among the sequences': znodes made by hand, or under another login. They are
 * skipped, logged once, and counted until they can be read or are gone. Thread-safe.
 */
public final class UnreadableRecords {

    private static final Logger log = LoggerFactory.getLogger(UnreadableRecords.class);

    /** Beyond these, only the number is logged, up to {@link #MAX}. */
    private static final int MAX_TOLD = 20;

    private static final int MAX = 10_000;

    private final Map<String, String> reasons = new ConcurrentHashMap<>();

    /**
     * Notes that a record is passed over.
     *
     * @param path relative to the fleet's root
     */
    public void note(String path, String reason) {
        if (reasons.size() >= MAX || reason.equals(reasons.put(path, reason))) {
            return;
        }
        int count = reasons.size();
        if (count <= MAX_TOLD) {
            log.warn("znode {} is passed over, this node cannot read it: {}; mend or remove it", path, reason);
        } else if (count == MAX_TOLD + 1) {
            log.warn("more than {} znodes below {} cannot be read", MAX_TOLD, SequencePaths.SEQUENCES);
        }
    }

    public void wasRead(String path) {
        reasons.remove(path);
    }

    /**
     * Forgets those of sequences that are not there any more.
     *
     * @param names the names below the parent of the sequences, sorted
     */
    public void retain(List<String> names) {
        reasons.keySet().removeIf(path -> Collections.binarySearch(names, SequencePaths.nameIn(path)) < 0);
    }

    /** Returns how many were found when they were looked at last. */
    public int count() {
        return reasons.size();
    }

    /**
     * Returns why a znode, and no more than that, could not be read.
     *
     * @throws ExecutionException the failure, if it is ZooKeeper that does not answer or let us in at all
     */
    public static String reason(ExecutionException failure) throws ExecutionException {
        Throwable cause = Failures.unwrap(failure);
        boolean ofOneZnode = cause instanceof UnreadablePayloadException
                || isUnusable(cause)
                || (cause instanceof SequenceException
                        && (!(cause instanceof SequenceUnavailableException) || Failures.isDenialOfRecord(cause)));
        if (!ofOneZnode) {
            throw failure;
        }
        return String.valueOf(cause.getMessage());
    }

    /** Returns whether it is the failure of a record that can be read, and has impossible values. */
    private static boolean isUnusable(Throwable cause) {
        return cause instanceof IllegalArgumentException
                || cause instanceof IllegalStateException
                || cause instanceof ArithmeticException
                || cause instanceof IndexOutOfBoundsException
                || cause instanceof NullPointerException
                || cause instanceof DateTimeException;
    }
}
