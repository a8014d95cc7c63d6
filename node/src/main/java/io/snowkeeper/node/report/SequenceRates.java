package io.snowkeeper.node.report;

import io.snowkeeper.sequences.SequenceUsage;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The rates at which a node hands out numbers of sequences, over a quarter of an hour, or since it knows them. It
 * follows only {@value #MOST} sequences. Thread-safe.
 */
final class SequenceRates {

    static final int MOST = 1000;

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final int PERIODS = 60;
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private record Look(long nanos, Map<String, Long> given) {}

    private final ArrayDeque<Look> looks = new ArrayDeque<>();

    /** Takes note of the numbers handed out up to now, no more often than is needed. */
    synchronized void add(long nowNanos, Supplier<List<SequenceUsage>> usage) {
        Look before = looks.peekLast();
        if (before != null && nowNanos - before.nanos() < PERIOD_NANOS) {
            return;
        }
        looks.add(new Look(nowNanos, given(usage.get())));
        if (looks.size() > PERIODS + 1) {
            looks.remove();
        }
    }

    /** Returns the numbers per second of each sequence that was served here, from the oldest look on up to now. */
    synchronized Map<String, Double> now(long nowNanos, List<SequenceUsage> usage) {
        Map<String, Double> rates = new HashMap<>();
        given(usage).forEach((sequence, given) -> {
            for (Look look : looks) {
                Long before = look.given().get(sequence);
                if (before != null) {
                    long nanos = Math.max(1, nowNanos - look.nanos());
                    if (nanos >= NANOS_PER_SECOND) {
                        rates.put(sequence, (given - before) * NANOS_PER_SECOND / nanos);
                    }
                    break;
                }
            }
        });
        return rates;
    }

    private static Map<String, Long> given(List<SequenceUsage> usage) {
        return usage.stream()
                .limit(MOST)
                .collect(Collectors.toMap(SequenceUsage::sequence, SequenceUsage::issued, Math::max));
    }
}
