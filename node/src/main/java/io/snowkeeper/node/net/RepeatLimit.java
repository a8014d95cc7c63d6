package io.snowkeeper.node.net;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A limit on repeated messages: one of a kind a minute, and at most {@value #MAX_KINDS} kinds: strangers decide what
 * kinds there are. Thread-safe.
 */
public final class RepeatLimit {

    static final int MAX_KINDS = 32;

    private static final long PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanos;
    private final Map<String, Said> kinds = new HashMap<>();

    private record Said(long at, long skipped) {}

    /** @param nanos a clock that never goes back */
    public RepeatLimit(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Returns how many of this kind were kept back since the last one came through, empty if this one is kept back too. */
    public synchronized OptionalLong admit(String kind) {
        long now = nanos.getAsLong();
        Said last = kinds.get(kind);
        if (last != null && !isOver(last, now)) {
            kinds.put(kind, new Said(last.at(), last.skipped() + 1));
            return OptionalLong.empty();
        }
        if (last == null && kinds.size() >= MAX_KINDS) {
            kinds.values().removeIf(said -> isOver(said, now));
            if (kinds.size() >= MAX_KINDS) {
                return OptionalLong.empty();
            }
        }
        kinds.put(kind, new Said(now, 0));
        return OptionalLong.of(last == null ? 0 : last.skipped());
    }

    private static boolean isOver(Said said, long now) {
        return now - said.at() >= PERIOD_NANOS;
    }
}
