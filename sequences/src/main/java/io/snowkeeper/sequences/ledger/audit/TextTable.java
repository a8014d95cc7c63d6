package io.snowkeeper.sequences.ledger.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Two values for each of many texts, in a table. It keeps the first 63 bits of a text's SHA-256, so a million of them
 * take some 50 MB whatever their length; that two of a million collide is less likely than one to ten million. Not
 * thread-safe.
 */
final class TextTable {

    /** The first value of a text that was given none. */
    static final long NONE = -1;

    private static final int FIRST_PLACES = 1 << 10;

    private final MessageDigest digest;
    private int size;

    /** The texts; 0 where there is none. */
    private long[] texts = new long[FIRST_PLACES];

    private long[] firsts = new long[FIRST_PLACES];
    private long[] seconds = new long[FIRST_PLACES];

    TextTable() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /** Returns the place of a text, below 0 if it has none; valid until the next one is made. */
    int find(String text) {
        long hash = hash(text);
        int place = place(hash);
        return texts[place] == hash ? place : -1;
    }

    /** Returns the place of a text, and makes it one, if it has none; valid until the next one is made. */
    int place(String text) {
        if (2 * size >= texts.length) {
            grow();
        }
        long hash = hash(text);
        int place = place(hash);
        if (texts[place] == 0) {
            texts[place] = hash;
            set(place, NONE, NONE);
            size++;
        }
        return place;
    }

    /** Returns what stands for the text at a place, which stays when places move. */
    long hash(int place) {
        return texts[place];
    }

    private long hash(String text) {
        return ByteBuffer.wrap(digest.digest(text.getBytes(UTF_8))).getLong() | 1;
    }

    /** Returns where a text is, or where it would be. */
    private int place(long hash) {
        int place = (int) (hash >>> 1) & (texts.length - 1);
        while (texts[place] != 0 && texts[place] != hash) {
            place = (place + 1) & (texts.length - 1);
        }
        return place;
    }

    private void grow() {
        long[] formerTexts = texts;
        long[] formerFirsts = firsts;
        long[] formerSeconds = seconds;
        texts = new long[2 * formerTexts.length];
        firsts = new long[texts.length];
        seconds = new long[texts.length];
        for (int i = 0; i < formerTexts.length; i++) {
            if (formerTexts[i] != 0) {
                int place = place(formerTexts[i]);
                texts[place] = formerTexts[i];
                set(place, formerFirsts[i], formerSeconds[i]);
            }
        }
    }

    /** Returns how many places there are, whether a text has them or not. */
    int places() {
        return texts.length;
    }

    /** Returns the first value at a place, {@value #NONE} if none was set. */
    long first(int place) {
        return texts[place] == 0 ? NONE : firsts[place];
    }

    long second(int place) {
        return seconds[place];
    }

    void set(int place, long first, long second) {
        firsts[place] = first;
        seconds[place] = second;
    }

    /** Sets the second value of each text. */
    void setSeconds(long second) {
        Arrays.fill(seconds, second);
    }
}
