package io.snowkeeper.coordinator.log;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A limit on repeated messages: one of a kind a minute, and a bounded number of kinds, since clients decide which kinds
 * there are. Those that are too many are kept back, or taken for one kind. Thread-safe.
 */
public final class RepeatLimit {

    static final int MAX_KINDS = 32;

    private static final long PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanos;
    private final int max;
    private final @Nullable String others;
    private final Map<String, Said> kinds = new HashMap<>();

    private record Said(long at, long skipped) {}

    /**
     * Makes a limit that keeps back events beyond {@value #MAX_KINDS} kinds.
     *
     * @param nanos a clock that never goes back
     */
    public RepeatLimit(LongSupplier nanos) {
        this(nanos, MAX_KINDS, null);
    }

    /**
     * @param nanos a clock that never goes back
     * @param max how many kinds there are, beside that of the others
     * @param others the kind that those are taken for that are too many, null to keep them back
     */
    public RepeatLimit(LongSupplier nanos, int max, @Nullable String others) {
        this.nanos = nanos;
        this.max = max;
        this.others = others;
    }

    /** Returns how many of this kind were kept back since the last one came through, empty if this one is kept back too. */
    public synchronized OptionalLong admit(String asked) {
        long now = nanos.getAsLong();
        String kind = kinds.containsKey(asked) || hasRoom(now) ? asked : others;
        if (kind == null) {
            return OptionalLong.empty();
        }
        Said last = kinds.get(kind);
        if (last != null && !isOver(last, now)) {
            kinds.put(kind, new Said(last.at(), last.skipped() + 1));
            return OptionalLong.empty();
        }
        kinds.put(kind, new Said(now, 0));
        return OptionalLong.of(last == null ? 0 : last.skipped());
    }

    /** Returns a message's ending, which says how many were kept back. */
    public static String timesMore(long skipped) {
        return skipped == 0 ? "" : " (%s times more since it was last logged)".formatted(skipped);
    }

    /** The others' kept-back counts are still to be logged. */
    private boolean hasRoom(long now) {
        if (kinds.size() >= max) {
            kinds.entrySet().removeIf(kind -> !kind.getKey().equals(others) && isOver(kind.getValue(), now));
        }
        return kinds.size() < max;
    }

    private static boolean isOver(Said said, long now) {
        return now - said.at() >= PERIOD_NANOS;
    }
}
