package io.snowkeeper.test;

import io.snowkeeper.core.api.SequenceNumbers;
import java.time.Instant;

/**
 * A key that a sequence knows.
 *
 * @param numbers the numbers that it gets again
 * @param end when it is forgotten
 */
record FakeKey(SequenceNumbers numbers, Instant end) {}
