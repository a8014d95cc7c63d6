package io.snowkeeper.coordinator.sequence.ledger.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * A number and a time for each of many texts, which have places in a table. Of a text the first 63 bits of its SHA-256 are kept, so that a
 * million of them take some 50 MB whatever their length; that two of a million have the same is less likely than one to ten
 * million. Not thread-safe.
 */
final class TextTable {

    /** The number of a text that was given none. */
    static final long NONE = -1;

    private static final int FIRST_PLACES = 1 << 10;

    private final MessageDigest digest;
    private int size;

    /** The texts; 0 where there is none. */
    private long[] texts = new long[FIRST_PLACES];

    private long[] numbers = new long[FIRST_PLACES];
    private long[] times = new long[FIRST_PLACES];

    TextTable() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /** Returns the place of a text, valid until the next call. */
    int place(String text) {
        if (2 * size >= texts.length) {
            grow();
        }
        return place(ByteBuffer.wrap(digest.digest(text.getBytes(UTF_8))).getLong() | 1);
    }

    private int place(long text) {
        int place = (int) (text >>> 1) & (texts.length - 1);
        while (texts[place] != text) {
            if (texts[place] == 0) {
                texts[place] = text;
                numbers[place] = NONE;
                size++;
            } else {
                place = (place + 1) & (texts.length - 1);
            }
        }
        return place;
    }

    private void grow() {
        long[] formerTexts = texts;
        long[] formerNumbers = numbers;
        long[] formerTimes = times;
        texts = new long[2 * formerTexts.length];
        numbers = new long[texts.length];
        times = new long[texts.length];
        size = 0;
        for (int i = 0; i < formerTexts.length; i++) {
            if (formerTexts[i] != 0) {
                set(place(formerTexts[i]), formerNumbers[i], formerTimes[i]);
            }
        }
    }

    /** Returns the number at a place, {@value #NONE} if none was set. */
    long number(int place) {
        return numbers[place];
    }

    long time(int place) {
        return times[place];
    }

    void set(int place, long number, long time) {
        numbers[place] = number;
        times[place] = time;
    }

    /** Sets the time of each text. */
    void setTimes(long time) {
        Arrays.fill(times, time);
    }
}
