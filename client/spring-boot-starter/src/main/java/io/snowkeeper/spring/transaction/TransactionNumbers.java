package io.snowkeeper.spring.transaction;

import io.snowkeeper.core.api.OutcomeUnknownException;
import io.snowkeeper.core.api.UnavailableException;

/**
 * Numbers of gapless sequences that belong to the transaction of the calling thread. A number is reserved when it is
 * asked for, and confirmed after the commit. Each transaction has its own, one that runs within a suspended one, too.
 *
 * <p>On rollback, also to a savepoint of Spring's, a number without a key is given back. One with a key stays pending,
 * and the same key returns it: another run of the same document may have committed it.
 *
 * <p>A process that dies between commit and confirmation leaves the number reserved. The next request with the same key
 * that commits confirms it. A sequence that returns numbers hands it out again when its time is up, so that there the
 * table needs a UNIQUE constraint.
 *
 * <p>Thread-safe. Transactions that are not bound to a thread, as reactive ones, are refused.
 */
public interface TransactionNumbers {

    /**
     * Reserves a number. Each call gets another one.
     *
     * @param sequence the name of a gapless sequence
     * @throws IllegalStateException if the thread has no transaction, or one that is over; or the sequence is not gapless
     * @throws IllegalArgumentException if that is no name of a sequence
     * @throws OutcomeUnknownException if one may have been reserved, and did not arrive: it is pending then
     * @throws UnavailableException if none can be had now
     * @throws io.snowkeeper.core.api.SnowkeeperException if none can be had for another cause
     */
    long next(String sequence);

    /**
     * Reserves a number for something, once: the same key gets the same number while the sequence remembers it.
     *
     * @param sequence the name of a gapless sequence
     * @param key the number's purpose, such as the document's id: only one transaction may work on it at a time; 1 to
     *     256 characters of well-formed Unicode
     * @throws IllegalStateException as {@link #next(String)}, and if another transaction of this process has a number
     *     for the key
     * @throws IllegalArgumentException if that is no name of a sequence, or no key
     * @throws UnavailableException if none can be had now; ask again with the same key
     * @throws io.snowkeeper.core.api.SnowkeeperException if none can be had for another cause
     */
    long next(String sequence, String key);

    /**
     * Reserves a number as {@link #next(String)} does, and returns it as the sequence's format writes it.
     *
     * @throws IllegalStateException as {@link #next(String)}, and if the sequence has no format
     */
    String nextText(String sequence);

    /**
     * Reserves a number as {@link #next(String, String)} does, and returns it as the sequence's format writes it.
     *
     * @throws IllegalStateException as {@link #next(String, String)}, and if the sequence has no format
     */
    String nextText(String sequence, String key);
}
