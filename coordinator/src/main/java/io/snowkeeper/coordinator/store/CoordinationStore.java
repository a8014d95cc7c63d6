package io.snowkeeper.coordinator.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A store of versioned records that many processes share, reached by one connection. Paths begin with a slash and are below the
 * fleet's root, which is the store's affair; the root's own path is empty.
 *
 * <p>Nothing here blocks. Futures complete on a thread of the store's, which must not be held up. Thread-safe.
 */
public interface CoordinationStore extends AutoCloseable {

    /** The longest answer that a connection takes, in bytes, where no long lists are read. */
    int MAX_ANSWER_BYTES = (1 << 20) - 1;

    /** How long to wait after a refused login before {@link #logInAgain}. */
    Duration LOGIN_PAUSE = Duration.ofSeconds(5);

    /** Begins to connect. Listeners are added before. */
    void start();

    /** Notifies a listener of the connection's states, one after the other, on a thread of the store's. */
    void listen(StoreListener listener);

    /**
     * Returns the session that requests go out on now. Its requests are answered by it or fail: reads of one session
     * never go back in time.
     *
     * @throws NoAnswerException if there is none
     */
    StoreSession session();

    /**
     * Creates a record that lives as long as the session does, under a name that is never used twice, and its parents
     * where they do not exist. If an answer was lost, the same record is found again and not made twice.
     *
     * @param prefix a path that ends with a hyphen; the name ends with the part after its last slash, and with a number
     *     of ten digits that grows with each child that its parent gets, up to 2147483647
     * @return fails with {@link NoAnswerException} if it is unknown whether it was made, and with the exceptions of
     *     {@link StoreSession#write}
     */
    CompletableFuture<EphemeralRecord> createEphemeral(String prefix, byte[] payload);

    /**
     * Returns an election among all candidates for the same path, not entered yet. The winner finds a record there.
     *
     * @param candidate our name, for people
     */
    Election election(String path, String candidate);

    /** Returns how many bytes {@link StoreSession#write} may send at the most, by {@link #sizeOf}. */
    long maxWriteBytes();

    /** Returns how many bytes a write has as it is sent. */
    long sizeOf(List<Change> changes);

    /** Returns which of some records are open to every client of the store, with their paths as operators know them. */
    CompletableFuture<List<String>> openRecords(List<String> paths);

    /** Returns a path as operators know it, with the fleet's root. */
    String describe(String path);

    /**
     * Investigates why the store cannot be reached. Call it when the store does not answer.
     *
     * @return the cause, such as a bad certificate; empty if it is unknown
     */
    Optional<String> diagnose();

    /**
     * Begins a new session after the login of the last one was refused; {@link StoreState#LOGIN_REFUSED} reports
     * another refusal. The store does not do so by itself.
     *
     * @return whether one was begun
     */
    boolean logInAgain();

    /** Ends the session. Does nothing at the second call. */
    @Override
    void close();
}
