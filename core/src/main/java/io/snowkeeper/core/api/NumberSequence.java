package io.snowkeeper.core.api;

/**
 * A named sequence of numbers, each handed out to one caller only. Thread-safe.
 *
 * <p>Every method throws a {@link SnowkeeperException} if it cannot be done, and {@link IllegalArgumentException} for
 * an argument out of its range. The code of a {@link RefusedException} gives the reason.
 */
public interface NumberSequence {

    /** The most numbers that one call may ask for. */
    int MAX_COUNT = 10_000;

    /** Returns the sequence's name. */
    String name();

    /**
     * Takes numbers, at most once: they are lost if the answer is.
     *
     * @param count how many; 1 to {@value #MAX_COUNT}
     * @throws OutcomeUnknownException if they may have been taken, and did not arrive
     * @throws UnavailableException if they cannot be had now, and none were taken
     */
    SequenceNumbers next(int count);

    /**
     * Takes numbers, exactly once for a key: the same key gets the same numbers again while the sequence remembers it.
     *
     * @param count how many; 1 to {@value #MAX_COUNT}, and the same for the same key
     * @param key the purpose of the numbers, such as an order's number; 1 to 256 characters of undamaged Unicode
     * @throws UnavailableException if they cannot be had now; ask again with the same key
     */
    SequenceNumbers next(int count, String key);

    /**
     * Marks the numbers of a reservation as used. Confirming twice is fine.
     *
     * @param reservation as in {@link SequenceNumbers#reservation}
     * @throws RefusedException with code 22 if the numbers belong to another caller by now: undo what was done with
     *     them
     * @throws UnavailableException if the outcome is unknown; confirm it again
     */
    void confirm(String reservation);

    /**
     * Gives the numbers of a reservation back. Doing it twice is fine. A call with the same key gets the same
     * reservation: cancel one with a key only if no other run can have booked its numbers.
     *
     * @param reservation as in {@link SequenceNumbers#reservation}
     * @throws RefusedException with code 22 if they were confirmed before
     * @throws UnavailableException if the outcome is unknown; cancel it again
     */
    void cancel(String reservation);
}
