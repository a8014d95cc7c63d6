package io.snowkeeper.sequences;

import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A request for the next numbers of a sequence.
 *
 * @param sequence the sequence's name
 * @param count how many, from 1
 * @param key the same key gets the same numbers again while it is known; 1 to 256 characters (UTF-16 code units) of
 *     undamaged Unicode
 * @param timeout how long to wait at the most, 1 ms to 1 h; empty for the usual time
 * @param run whether each number has to be one step more than the one before, so that the last one implies all of them.
 *     Not for gapless sequences, where each number is settled; where fewer than {@code count} are left before a gap,
 *     those are given up
 * @param subject the requester, as the port knows it; empty if unknown. A reservation records it
 */
public record NextRequest(
        String sequence,
        int count,
        Optional<String> key,
        Optional<Duration> timeout,
        boolean run,
        Optional<String> subject) {

    /** The most numbers that are asked for at once where each has a text. */
    public static final int MAX_TEXTS = 1_000;

    private static final int MAX_KEY = 256;
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
    private static final Duration MAX_TIMEOUT = Duration.ofHours(1);

    /** @throws InvalidSequenceException if a value is out of its range */
    public NextRequest {
        SequenceName.require(sequence);
        if (count < 1) {
            throw new InvalidSequenceException("must be >= 1: count=" + count);
        }
        if (key.isPresent() && (key.get().isEmpty() || key.get().length() > MAX_KEY)) {
            throw new InvalidSequenceException("a key must have 1 to %s characters: length=%s"
                    .formatted(MAX_KEY, key.get().length()));
        }
        key.ifPresent(text -> TextCheck.requireUndamaged("key", text));
        if (timeout.isPresent()
                && (timeout.get().compareTo(MIN_TIMEOUT) < 0 || timeout.get().compareTo(MAX_TIMEOUT) > 0)) {
            throw new InvalidSequenceException(
                    "must be >= %s && <= %s: timeout=%s".formatted(MIN_TIMEOUT, MAX_TIMEOUT, timeout.get()));
        }
    }

    /**
     * Asks for numbers that need not follow each other.
     *
     * @throws InvalidSequenceException if a value is out of its range
     */
    public NextRequest(String sequence, int count, Optional<String> key, Optional<Duration> timeout) {
        this(sequence, count, key, timeout, false, Optional.empty());
    }

    /** Returns whether it may be asked of a sequence whose numbers have texts. A run has no texts. */
    public boolean hasRoomForTexts() {
        return count <= MAX_TEXTS || run;
    }

    /**
     * Checks that it may be asked of a sequence whose numbers have texts.
     *
     * @throws InvalidSequenceException if it is for more numbers
     */
    public void requireRoomForTexts() {
        if (!hasRoomForTexts()) {
            throw new InvalidSequenceException(
                    "at most %s numbers of a sequence with a format are given at once; ask for fewer, more often: sequence=%s, count=%s"
                            .formatted(MAX_TEXTS, sequence, count));
        }
    }

    /** Returns whether numbers are as they are wanted, by their places. */
    public boolean accepts(List<NumberRange> runs) {
        for (int i = 1; run && i < runs.size(); i++) {
            if (runs.get(i).from() - 1 != runs.get(i - 1).to()) {
                return false;
            }
        }
        return true;
    }

    /** Asks for one number. */
    public static NextRequest of(String sequence) {
        return of(sequence, 1);
    }

    /** Asks for several numbers. */
    public static NextRequest of(String sequence, int count) {
        return new NextRequest(sequence, count, Optional.empty(), Optional.empty());
    }

    /** Returns this request with a key. */
    public NextRequest withKey(String newKey) {
        return new NextRequest(sequence, count, Optional.of(newKey), timeout, run, subject);
    }

    /** Returns this request with a time of its own. */
    public NextRequest withTimeout(Duration newTimeout) {
        return new NextRequest(sequence, count, key, Optional.of(newTimeout), run, subject);
    }

    /** Returns this request for numbers of which each is one step more than the one before. */
    public NextRequest asRun() {
        return new NextRequest(sequence, count, key, timeout, true, subject);
    }

    /** Returns this request with another subject. */
    public NextRequest by(String newSubject) {
        return new NextRequest(sequence, count, key, timeout, run, Optional.of(newSubject));
    }
}
