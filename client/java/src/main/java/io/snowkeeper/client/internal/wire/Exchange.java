package io.snowkeeper.client.internal.wire;

/** A request in flight on one connection. Called on the client's thread alone. */
public interface Exchange {

    /**
     * Returns the request's line.
     *
     * @param src the client's name
     * @param msgId the request's number
     */
    String line(String src, long msgId);

    /** Returns how many numbers the answer may have, which bounds its length. */
    int numbers();

    /** Returns how many calls wait for the answer. */
    int calls();

    /** Returns how long the answer may take. */
    long timeoutNanos();

    /**
     * Takes the answer: a success or an error.
     *
     * @throws InvalidAnswerException if it is not an answer to this request; nothing was taken then, and {@link #broken}
     *     follows
     */
    void answered(Answer answer);

    /** Notes that no answer will come. The server may have done the request. */
    void broken(String problem);

    /** Notes that no answer will come, since the server has begun nothing of the request. */
    default void unbegun(String problem) {
        broken(problem);
    }

    /** Fails the calls whose deadline has passed. Their numbers are dropped if they come after all. */
    void expire(long nowNanos);
}
