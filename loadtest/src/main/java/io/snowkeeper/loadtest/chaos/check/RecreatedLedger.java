package io.snowkeeper.loadtest.chaos.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The numbers of a sequence that is deleted and made anew all the time, each time with a range of its own, so that a
 * number shows which of the sequences of that name it comes from. No two keys may have one number, a key has one number
 * in each sequence, and a sequence hands out nothing to calls after its successor was there. Thread-safe.
 */
public final class RecreatedLedger {

    private static final long NUMBERS_EACH = 1_000_000;

    private final Violations violations;
    private final Map<Long, String> keyByNumber = new HashMap<>();
    private final Map<String, Map<Long, Long>> numbersByKey = new HashMap<>();
    private final Set<Long> replaced = new HashSet<>();
    private long tried;
    private long present = -1;
    private long created;

    /** @param violations receives each breach when it happens */
    public RecreatedLedger(Violations violations) {
        this.violations = violations;
    }

    /**
     * A range of numbers, both ends in it.
     *
     * @param attempt its identity
     */
    public record Range(long attempt, long from, long to) {}

    /** Returns the range of the next creation; none is used for two. */
    public synchronized Range nextRange() {
        long attempt = tried++;
        return new Range(attempt, attempt * NUMBERS_EACH + 1, (attempt + 1) * NUMBERS_EACH);
    }

    /** The fleet said that the sequence with this range is there, so the one before it is not any more. */
    public synchronized void created(Range range) {
        if (present >= 0) {
            replaced.add(present);
        }
        present = range.attempt();
        created++;
    }

    /** Takes note of a call that begins; returns this moment's data for {@link #given}. */
    public synchronized Set<Long> asked() {
        return Set.copyOf(replaced);
    }

    /**
     * A key was given a number.
     *
     * @param gone the result of {@link #asked}
     */
    public synchronized void given(String key, long number, Set<Long> gone) {
        long attempt = attempt(number);
        if (gone.contains(attempt)) {
            violations.add("a sequence that was replaced gives no number: key %s was given %s of creation %s"
                    .formatted(key, number, attempt));
        }
        String other = keyByNumber.putIfAbsent(number, key);
        if (other != null && !other.equals(key)) {
            violations.add("no number may have two keys: %s has %s and %s".formatted(number, other, key));
        }
        Long before = numbersByKey.computeIfAbsent(key, name -> new HashMap<>()).putIfAbsent(attempt, number);
        if (before != null && before != number) {
            violations.add("a key has one number in a sequence: %s was given %s and %s".formatted(key, before, number));
        }
    }

    /** Older data are put back: which sequences were replaced and which keys have a number is not known any more. */
    public synchronized void restored() {
        replaced.clear();
        numbersByKey.clear();
        present = -1;
    }

    /**
     * Returns the first number that was not given of the sequence that has this one.
     *
     * @param next the first number that was not given as far as the fleet knows
     */
    public synchronized long nextAfter(long next) {
        return keyByNumber.keySet().stream()
                .filter(number -> attempt(number) == attempt(next))
                .mapToLong(number -> number + 1)
                .reduce(next, Math::max);
    }

    private static long attempt(long number) {
        return (number - 1) / NUMBERS_EACH;
    }

    /** Returns how many numbers were given. */
    public synchronized long size() {
        return keyByNumber.size();
    }

    /** Returns how often the sequence was made anew. */
    public synchronized long createdCount() {
        return created;
    }
}
