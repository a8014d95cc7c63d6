package io.snowkeeper.client;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.Checks;
import java.time.Duration;

/**
 * The limits of a client's prefetch: how many ids it may keep ahead of their use, and for how long. Ids of 64 bits, UUIDs, and
 * sortable ids of each unit are kept apart, each once it is asked for. An id carries the time when it was made: one that is handed
 * out later looks older than it is, by up to {@code maxAge}, and may be lower than one that the same thread got before.
 *
 * @param size how many ids of each kind are kept at the most; 2 to 100,000
 * @param maxAge how long an id may be kept, counted from when it was asked for; 1 ms to 1 h. Older ones are thrown away
 */
public record PrefetchLimits(int size, Duration maxAge) {

    private static final int MIN_SIZE = 2;
    private static final int MAX_SIZE = 100_000;
    private static final Duration MIN_AGE = Duration.ofMillis(1);
    private static final Duration MAX_AGE = Duration.ofHours(1);

    /** @throws IllegalArgumentException if a value is out of its range */
    public PrefetchLimits {
        Checks.requireWithin("size", size, MIN_SIZE, MAX_SIZE);
        if (requireNonNull(maxAge).compareTo(MIN_AGE) < 0 || maxAge.compareTo(MAX_AGE) > 0) {
            throw new IllegalArgumentException("must be >= %s && <= %s: maxAge=%s".formatted(MIN_AGE, MAX_AGE, maxAge));
        }
    }
}
