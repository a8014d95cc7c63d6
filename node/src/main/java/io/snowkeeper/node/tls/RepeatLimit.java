package io.snowkeeper.node.tls;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets one message of a kind through a minute, and no more than {@value #MAX_KINDS} kinds: a stranger decides what kinds
 * there are. Thread-safe.
 */
final class RepeatLimit {

    static final int MAX_KINDS = 32;

    private static final long PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanos;
    private final Map<String, Long> lastByKind = new LinkedHashMap<>();
    private long skipped;

    /** @param nanos a clock that never goes back */
    RepeatLimit(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Returns how many were kept back since the last one that came through, empty if this one is kept back as well. */
    synchronized OptionalLong admit(String kind) {
        long now = nanos.getAsLong();
        lastByKind.values().removeIf(last -> now - last >= PERIOD_NANOS);
        if (lastByKind.containsKey(kind) || lastByKind.size() >= MAX_KINDS) {
            skipped++;
            return OptionalLong.empty();
        }
        lastByKind.put(kind, now);
        long before = skipped;
        skipped = 0;
        return OptionalLong.of(before);
    }
}
