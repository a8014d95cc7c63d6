package io.snowkeeper.simulation.judge;

import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.Grant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The judge of one name's sequences, by the answers to clients. Each sequence of the name has a range of its own, so
 * that a number shows which one it is of.
 */
public final class SequenceJudge {

    /** How many numbers a range has. */
    public static final long RANGE = 100_000_000;

    private final String name;
    private final SequenceMode mode;
    private final Map<Long, String> given = new HashMap<>();
    private final Map<Long, String> confirmed = new HashMap<>();
    private final Set<Long> perhapsConfirmed = new HashSet<>();
    private final Map<String, long[]> keys = new HashMap<>();

    /** Keys, and confirmations, that restored data need not contain. */
    private final Set<String> lostKeys = new HashSet<>();

    private final Set<Long> lostConfirmations = new HashSet<>();

    /** The step by which each range is counted, from its first number. */
    private final Map<Long, Long> steps = new HashMap<>();

    private long highest;

    /** The first range whose sequence was not deleted yet, as far as an operator knows. */
    private long living;

    public SequenceJudge(String name, SequenceMode mode) {
        this.name = name;
        this.mode = mode;
    }

    /**
     * A call that is under way.
     *
     * @param who the caller, for people
     * @param key the key of the request, perhaps an earlier one
     * @param highest the highest number that any client had got at its first request
     * @param living the first range whose sequence was not deleted when it was sent
     * @param hasHeard whether the node must know that
     */
    public record Call(String who, Optional<String> key, long highest, long living, boolean hasHeard) {

        /** Returns the same to a node that must have heard of all deletions. */
        public Call toWhoHasHeard() {
            return new Call(who, key, highest, living, true);
        }
    }

    public SequenceMode mode() {
        return mode;
    }

    public String name() {
        return name;
    }

    public Call asked(String who, Optional<String> key) {
        return new Call(who, key, highest, living, false);
    }

    /** Returns a call that is sent once more. */
    public Call askedAgain(Call call, String who) {
        return new Call(who, call.key, call.highest, living, call.hasHeard);
    }

    /** An operator asks for a sequence that counts its range so. */
    public void counts(long range, long step) {
        steps.put(range, step);
    }

    /** Takes note that an operator got the answer that the sequence was deleted. */
    public void deleted(long range) {
        living = Math.max(living, range + 1);
    }

    /**
     * Older data were put back, and which sequence has the name now is not known before {@link #goesOn}.
     *
     * @param keysSince the keys requested since those data were written
     * @param confirmedSince the numbers confirmed since then
     */
    public void putBack(Set<String> keysSince, Set<Long> confirmedSince) {
        lostKeys.addAll(keysSince);
        lostConfirmations.addAll(confirmedSince);
        living = 0;
    }

    /** Takes note that the sequence of this range has the name in restored data. */
    public void goesOn(long range) {
        living = range;
        highest = highestUpTo(range);
    }

    /** Returns the highest number that was given of a range, or of one before. */
    public long highestUpTo(long range) {
        return given.keySet().stream()
                .filter(number -> number / RANGE <= range)
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }

    public long count() {
        return given.size();
    }

    public long highest() {
        return highest;
    }

    public void granted(Call call, Grant grant) {
        long[] numbers = grant.numbers();
        for (long number : numbers) {
            requireOfRange(call, number);
            requireOfStep(call, number);
        }
        if (call.key.isPresent()) {
            long[] before = keys.put(call.key.get(), numbers);
            if (Arrays.equals(before, numbers)) {
                return;
            }
            // Where a reservation is over, or a sequence was deleted, so is the key.
            boolean forgotten = before == null
                    || mode == SequenceMode.GAPLESS
                    || before[0] / RANGE != numbers[0] / RANGE
                    || lostKeys.remove(call.key.get());
            if (!forgotten) {
                throw broken("key %s got %s from %s, and %s before"
                        .formatted(call.key.get(), Arrays.toString(numbers), call.who, Arrays.toString(before)));
            }
        }
        take(call, numbers);
    }

    private void requireOfRange(Call call, long number) {
        boolean mustLive = mode != SequenceMode.BLOCK || call.key.isPresent() || call.hasHeard;
        if (mustLive && number / RANGE < call.living) {
            throw broken(
                    "%s gave %s, of a sequence that had been deleted when it was asked".formatted(call.who, number));
        }
    }

    private void requireOfStep(Call call, long number) {
        long step = steps.getOrDefault(number / RANGE, 1L);
        if ((number % RANGE - 1) % step != 0) {
            throw broken("%s gave %s, which no step of %s reaches".formatted(call.who, number, step));
        }
    }

    private void take(Call call, long[] numbers) {
        for (long number : numbers) {
            if (mode == SequenceMode.GAPLESS) {
                if (confirmed.containsKey(number)) {
                    throw broken("%s gave %s, which was confirmed".formatted(call.who, number));
                }
                given.put(number, call.who);
            } else {
                String before = given.put(number, call.who);
                if (before != null) {
                    throw broken("%s was given by %s, and again by %s".formatted(number, before, call.who));
                }
            }
            // A number of a former range is one of a deleted sequence, or of one that was put back.
            boolean ofSame = number / RANGE == call.highest / RANGE;
            if (mode == SequenceMode.ORDERED && ofSame && number <= call.highest) {
                throw broken("%s gave %s, and %s had been given when it was asked"
                        .formatted(call.who, number, call.highest));
            }
            highest = Math.max(highest, number);
        }
    }

    /** Takes note of a request to confirm numbers, whose answer may never come. */
    public void confirming(Grant grant) {
        for (long number : grant.numbers()) {
            perhapsConfirmed.add(number);
        }
    }

    public void confirmed(String reservation, Grant grant) {
        for (long number : grant.numbers()) {
            String before = confirmed.put(number, reservation);
            if (before != null && !before.equals(reservation)) {
                throw broken("%s was confirmed by %s, and again by %s".formatted(number, before, reservation));
            }
        }
    }

    /** Returns whether a client got the answer that a reservation is confirmed. */
    public boolean isConfirmed(String reservation) {
        return confirmed.containsValue(reservation);
    }

    /** Returns the numbers that clients got confirmed, but for those that restored data need not contain. */
    public Set<Long> confirmed() {
        return confirmed.keySet().stream()
                .filter(number -> !lostConfirmations.contains(number))
                .collect(Collectors.toSet());
    }

    /** Looks for holes, when numbers were drawn until new ones came. */
    public void requireNoHoles(Set<Long> drawn, long last) {
        for (long number = 1; number <= last; number++) {
            if (!confirmed.containsKey(number) && !perhapsConfirmed.contains(number) && !drawn.contains(number)) {
                throw broken("%s was never confirmed, and is not given again".formatted(number));
            }
        }
    }

    public BrokenPromiseException broken(String what) {
        return new BrokenPromiseException("sequence " + name + ": " + what);
    }
}
