package io.snowkeeper.sequences.sweep;

import java.util.Arrays;
import java.util.List;

/**
 * The keys of a bucket as they were looked at last: when each is to be looked at again, in 17 bytes, since a bucket may have tens of
 * thousands. A key's name is kept as a number; of two that have the same one, both are looked at when the first of them is due.
 *
 * <p>Times are ZooKeeper's. Used by the sweeping thread only.
 */
final class KeyBucket {

    /** State of a key: it is known until it is due, if nothing else is found then. */
    static final byte PROMISED = 0;

    /** Its reservation was held by the state of the last look, and by that one it has nothing to do. */
    static final byte HELD = 1;

    /** Its reservation was held by a state before that. */
    static final byte WAS_HELD = 2;

    private static final long NEVER = Long.MAX_VALUE / 2;

    private long[] names = {};
    private long[] dues = {};
    private byte[] found = {};

    /** Whether keys that are new in the next look were made since the last one, and promised the time of now. */
    private boolean complete;

    private long lookedMillis;
    private int version;

    /** Returns a bucket in which there was no key at this time. */
    static KeyBucket begun(int version, long nowMillis) {
        KeyBucket bucket = new KeyBucket();
        bucket.look(List.of(), version, nowMillis, 0, 0);
        return bucket;
    }

    /** Returns when it is to be looked at by a state of this version, if new keys are known for so long. */
    long next(int now, long keptMillis, long pauseMillis) {
        if (!complete) {
            return 0;
        }
        long soonest = lookedMillis + keptMillis;
        for (int i = 0; i < dues.length; i++) {
            if (dues[i] < soonest && (now != version || found[i] != HELD)) {
                soonest = dues[i];
            }
        }
        return Math.max(soonest, lookedMillis + pauseMillis);
    }

    /** Makes the next look assume nothing about keys that are new by then. */
    void expectOthers() {
        complete = false;
    }

    /**
     * Takes in the present keys. A key that is new is to be looked at now, or, if it was made since a look that is not
     * long ago, when one that is made now would be due.
     *
     * @param lookedAt now
     * @param newDue when a key that is made now will be due
     * @param pauseMillis the limit of a recent look
     */
    void look(List<String> present, int now, long lookedAt, long newDue, long pauseMillis) {
        long[] before = names;
        long[] duesBefore = dues;
        byte[] foundBefore = found;
        boolean changed = now != version;
        names = present.stream().mapToLong(KeyBucket::number).sorted().toArray();
        dues = new long[names.length];
        found = new byte[names.length];
        Arrays.fill(dues, complete && lookedAt - lookedMillis <= pauseMillis ? newDue : 0);
        int from = 0;
        for (int i = 0; i < names.length; i++) {
            while (from < before.length && before[from] < names[i]) {
                from++;
            }
            if (from < before.length && before[from] == names[i]) {
                dues[i] = duesBefore[from];
                found[i] = changed && foundBefore[from] == HELD ? WAS_HELD : foundBefore[from];
            }
        }
        version = now;
        lookedMillis = lookedAt;
        complete = true;
    }

    /** Returns whether a key that was there at the last look is to be looked at, by the state of that look. */
    boolean isDue(String name, long nowMillis) {
        int i = index(name);
        return found[i] != HELD && dues[i] <= nowMillis;
    }

    /** Returns whether a key that was there at the last look was found held before. */
    boolean wasHeld(String name) {
        return found[index(name)] != PROMISED;
    }

    /** Notes when a key that was there at the last look is to be looked at again. */
    void put(String name, long due, byte state) {
        int i = index(name);
        dues[i] = Math.min(due, NEVER);
        found[i] = state;
    }

    private int index(String name) {
        return Arrays.binarySearch(names, number(name));
    }

    private static long number(String name) {
        long number = 0;
        for (int i = 0; i < name.length(); i++) {
            number = number * 0x9E3779B97F4A7C15L + name.charAt(i);
        }
        return number;
    }
}
