package io.snowkeeper.simulation.judge;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.sequences.record.NameRecord;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The judge of refusals: the answer that a sequence does not exist, or is used up, was true at some moment of the call.
 * It sees each write as the servers do it.
 */
public final class SequenceRefusalJudge {

    private static final int NAME_PARTS = 3;
    private static final int STATE_PARTS = 5;

    private final LongSupplier nanos;
    private final Map<String, History> histories = new HashMap<>();

    /** @param nanos the time of the world */
    public SequenceRefusalJudge(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * The state of a name from some moment on.
     *
     * @param exists whether there was a sequence
     * @param left how many numbers it had left
     * @param least how many it may have had within the write that this moment began with: numbers that it returned or
     *     appended were not there yet
     */
    private record Moment(long fromNanos, boolean exists, long left, long least) {}

    /** The past states of a name, as far back as a call may reach. */
    private static final class History {

        private static final int KEPT = 2_000;

        private final Deque<Moment> moments = new ArrayDeque<>();
        private String incarnation = "";
        private long total;

        History() {
            moments.add(new Moment(0, false, 0, 0));
        }

        private void add(Moment moment) {
            moments.addLast(moment);
            if (moments.size() > KEPT) {
                moments.removeFirst();
            }
        }
    }

    /** Takes note of a write of the servers. */
    public void wrote(String path, Optional<StoredRecord> record) {
        String[] parts = path.split("/", -1);
        if (parts.length < NAME_PARTS || !parts[1].equals("sequences")) {
            return;
        }
        History history = histories.computeIfAbsent(parts[2], unused -> new History());
        if (parts.length == NAME_PARTS) {
            String incarnation = record.flatMap(found -> Written.decode(found, NameRecord.class))
                    .map(NameRecord::incarnation)
                    .orElse("");
            if (!incarnation.equals(history.incarnation)) {
                history.incarnation = incarnation;
                history.add(new Moment(nanos.getAsLong(), false, 0, 0));
            }
        } else if (parts.length == STATE_PARTS && parts[4].equals("state")) {
            wroteState(history, parts[3], record);
        }
    }

    /** Takes note that older data were put back: {@link #wrote} reports their state from now on. */
    public void putBack() {
        histories.values().forEach(history -> {
            history.incarnation = "";
            history.total = 0;
            history.add(new Moment(nanos.getAsLong(), false, 0, 0));
        });
    }

    private void wroteState(History history, String incarnation, Optional<StoredRecord> record) {
        if (history.incarnation.isEmpty() || history.incarnation.equals(incarnation)) {
            Optional<SequenceRecord> state = record.flatMap(found -> Written.decode(found, SequenceRecord.class));
            long taken = state.map(SequenceRecord::taken).orElse(0L);
            long untaken = state.map(SequenceRecord::untaken).orElse(0L);
            long left = untaken + state.map(found -> found.returned().size()).orElse(0L);
            long least = Math.min(untaken, Math.max(0, history.total - taken));
            history.total = taken + untaken;
            history.add(new Moment(nanos.getAsLong(), state.isPresent(), left, least));
        }
    }

    /** Looks at a refusal that says that there is no such sequence. */
    public void toldMissing(String name, long askedNanos, String text) {
        require(name, askedNanos, text, Long.MIN_VALUE);
    }

    /** Judges the refusal that a sequence has fewer than {@code count} numbers left. */
    public void toldUsedUp(String name, long askedNanos, long count, String text) {
        require(name, askedNanos, text, count);
    }

    /** Returns the states from the request on. */
    private static List<Moment> recent(Deque<Moment> moments, long askedNanos) {
        List<Moment> recent = new ArrayList<>();
        for (var latest = moments.descendingIterator(); latest.hasNext(); ) {
            Moment moment = latest.next();
            recent.add(0, moment);
            if (moment.fromNanos < askedNanos) {
                break;
            }
        }
        return recent;
    }

    private void require(String name, long askedNanos, String text, long count) {
        long untilNanos = Long.MAX_VALUE;
        Deque<Moment> moments = histories.computeIfAbsent(name, unused -> new History()).moments;
        for (var latest = moments.descendingIterator(); latest.hasNext() && untilNanos >= askedNanos; ) {
            Moment moment = latest.next();
            boolean begunSince = moment.fromNanos >= askedNanos;
            if (!moment.exists || (begunSince ? moment.least : moment.left) < count) {
                return;
            }
            untilNanos = moment.fromNanos;
        }
        if (untilNanos < askedNanos) {
            throw new BrokenPromiseException(
                    "sequence %s: told \"%s\", and at no moment of the call that was so: asked at %s ns, %s"
                            .formatted(name, text, askedNanos, recent(moments, askedNanos)));
        }
    }
}
