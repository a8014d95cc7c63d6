package io.snowkeeper.simulation.judge;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.NumberStep;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.record.LastGrant;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The judge of numbers of ordered sequences that no client got: each was written for a caller of the same process that
 * got no answer, or had gone, or got the answer that the sequence is no longer there. It sees each write as the servers
 * do it.
 */
public final class LossJudge {

    private static final long NEVER = Long.MAX_VALUE;

    private final LongSupplier nanos;
    private final long patienceNanos;
    private final Map<String, LastGrant> lastOf = new HashMap<>();
    private final List<Taken> taken = new ArrayList<>();
    private final Map<Long, List<Telling>> told = new HashMap<>();
    private final Map<String, List<Try>> tries = new HashMap<>();
    private final Map<String, NavigableSet<Long>> deletedNanos = new HashMap<>();
    private final NavigableSet<Long> putBackNanos = new TreeSet<>();

    /**
     * @param nanos the time of the world
     * @param patience how long after it was asked for a number may be written
     */
    public LossJudge(LongSupplier nanos, Duration patience) {
        this.nanos = nanos;
        this.patienceNanos = patience.toNanos();
    }

    /** Numbers that a write has taken. */
    private record Taken(String sequence, long atNanos, LastGrant grant, NumberStep step) {}

    /**
     * A number that a client got.
     *
     * @param who whose number it was, empty if it may have been another process'
     */
    private record Telling(String who, long atNanos) {}

    /** A call of a process, as far as it may explain that numbers were lost. */
    public static final class Try {

        private final boolean counts;
        private final String who;
        private final boolean hasKey;
        private final long atNanos;
        private long count;
        private long answeredNanos = NEVER;

        private Try(boolean counts, String who, boolean hasKey, long atNanos, long count) {
            this.counts = counts;
            this.who = who;
            this.hasKey = hasKey;
            this.atNanos = atNanos;
            this.count = count;
        }
    }

    /** Takes note of a write of the servers. */
    public void wrote(String path, Optional<StoredRecord> record) {
        if (record.isEmpty() && lastOf.containsKey(path)) {
            deletedNanos.computeIfAbsent(path, unused -> new TreeSet<>()).add(nanos.getAsLong());
        }
        Written.state(path, record)
                .ifPresent(state -> last(state).ifPresent(last -> {
                    if (!last.equals(lastOf.put(path, last)) && last.count() > 0) {
                        taken.add(new Taken(path, nanos.getAsLong(), last, state.step()));
                    }
                }));
    }

    private static Optional<LastGrant> last(SequenceRecord state) {
        int grants = state.grants().size();
        return state.mode() == SequenceMode.ORDERED && grants > 0
                ? Optional.of(state.grants().get(grants - 1))
                : Optional.empty();
    }

    /**
     * Takes note that older data were put back: their grants were written before, and later ones may be handed out
     * again, if no client got them.
     *
     * @param present the record of a path
     */
    public void putBack(Function<String, Optional<StoredRecord>> present) {
        putBackNanos.add(nanos.getAsLong());
        for (String path : List.copyOf(lastOf.keySet())) {
            Written.state(path, present.apply(path))
                    .flatMap(LossJudge::last)
                    .ifPresentOrElse(last -> lastOf.put(path, last), () -> lastOf.remove(path));
        }
    }

    /** Takes note of a request to a process for numbers of a sequence. */
    public Try asked(String sequence, String who, NextRequest request) {
        boolean counts = sequence.equals(SequenceMode.ORDERED.text());
        Try asked = new Try(counts, who, request.key().isPresent(), nanos.getAsLong(), request.count());
        if (counts) {
            tries.computeIfAbsent(who, unused -> new ArrayList<>()).add(asked);
        }
        return asked;
    }

    /** Takes note of a refusal: numbers written for the request before may have gone with the sequence. */
    public void refused(Try asked) {
        asked.answeredNanos = nanos.getAsLong();
    }

    /**
     * Takes note of granted numbers: perhaps of the sequence that was made anew, while those written for the request
     * before have gone with the old one.
     */
    public void granted(Try asked, Grant grant) {
        asked.answeredNanos = nanos.getAsLong();
        for (long number : asked.counts ? grant.numbers() : new long[0]) {
            // With a key, it may be another process' write.
            told.computeIfAbsent(number, unused -> new ArrayList<>())
                    .add(new Telling(asked.hasKey ? "" : asked.who, asked.answeredNanos));
        }
    }

    /** Requires that each number that no client got was written for a request. */
    public void requireExplained() {
        Map<String, String> processes = new HashMap<>();
        for (Taken write : taken) {
            for (long number : numbers(write)) {
                told.getOrDefault(number, List.of()).stream()
                        .filter(telling -> isOf(write, telling))
                        .findFirst()
                        .ifPresent(telling -> processes.putIfAbsent(writer(write), telling.who));
            }
        }
        for (Taken write : taken) {
            String who = processes.get(writer(write));
            if (who != null) {
                requireExplained(write, who);
            }
        }
    }

    private void requireExplained(Taken write, String who) {
        List<Long> lost = new ArrayList<>();
        for (long number : numbers(write)) {
            if (!told.containsKey(number)) {
                lost.add(number);
            }
        }
        long left = lost.size();
        long deleted = deleted(write);
        for (Try asked : tries.getOrDefault(who, List.of())) {
            boolean before = asked.atNanos <= write.atNanos && asked.atNanos >= write.atNanos - patienceNanos;
            if (before && asked.answeredNanos >= deleted && left > 0) {
                long explained = Math.min(left, asked.count);
                asked.count -= explained;
                left -= explained;
            }
        }
        if (left > 0) {
            throw new BrokenPromiseException(
                    "sequence ordered: %s wrote %s at %s ns, and nobody was told %s, though all who had asked it got an answer"
                            .formatted(who, write.grant, write.atNanos, lost));
        }
    }

    /**
     * Returns whether a number that a client got certainly comes from that write: not from the sequence that was made
     * anew, which has it too, nor from data that were put back before the write.
     */
    private boolean isOf(Taken write, Telling telling) {
        return !telling.who.isEmpty()
                && telling.atNanos >= write.atNanos
                && telling.atNanos < deleted(write)
                && telling.atNanos < first(putBackNanos, write);
    }

    private long deleted(Taken write) {
        return first(deletedNanos.getOrDefault(write.sequence, Collections.emptyNavigableSet()), write);
    }

    private static long first(NavigableSet<Long> times, Taken since) {
        Long found = times.ceiling(since.atNanos);
        return found == null ? NEVER : found;
    }

    private static long[] numbers(Taken write) {
        long[] numbers = new long[(int) write.grant.count()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = write.step.number(write.grant.first() + i);
        }
        return numbers;
    }

    private static String writer(Taken write) {
        String token = write.grant.token();
        return write.sequence + " " + token.substring(0, token.lastIndexOf('-'));
    }
}
