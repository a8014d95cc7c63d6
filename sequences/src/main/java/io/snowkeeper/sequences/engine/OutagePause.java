package io.snowkeeper.sequences.engine;

import java.util.random.RandomGenerator;

/** The pause before a sequence's writer asks again that was not answered, or was denied what it asked for. */
final class OutagePause {

    private static final long DENIED_NANOS = 1_000_000_000;
    private static final long NO_ANSWER_NANOS = 50_000_000;

    private final RandomGenerator random;

    OutagePause(RandomGenerator random) {
        this.random = random;
    }

    /** Returns how long it is; by chance where nothing was answered, so that not all nodes ask at once. */
    long nanos(boolean denied) {
        return denied ? DENIED_NANOS : (long) (NO_ANSWER_NANOS * (0.5 + random.nextDouble()));
    }
}
