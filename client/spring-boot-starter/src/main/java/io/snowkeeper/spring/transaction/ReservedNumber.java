package io.snowkeeper.spring.transaction;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A number that a transaction has reserved.
 *
 * @param sequence the sequence's name
 * @param key the number's purpose, null if it has no key
 * @param number the number
 * @param reservation the reservation to confirm or cancel
 * @param text how it is written; empty if the sequence has no format
 */
record ReservedNumber(String sequence, @Nullable String key, long number, String reservation, Optional<String> text) {

    boolean isFor(String otherSequence, String otherKey) {
        return sequence.equals(otherSequence) && otherKey.equals(key);
    }

    /** Returns it for a log. */
    @Override
    public String toString() {
        return "number %s of sequence %s, reservation %s".formatted(number, sequence, reservation);
    }
}
