package io.snowkeeper.loadtest.attack.traffic;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.BitSet;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Names of eight ASCII characters to which Jackson's table of names gives one hash, with any seed.
 *
 * <p>For a name of two words of four bytes, Jackson 2 mixes the first word, adds the second one times 33, and only then
 * brings in the seed, by exclusive or. So names with the same sum collide for every seed. As 33 is odd, there is one
 * second word for each first word and sum; of those, the ones whose bytes may stand in a JSON string are left.
 */
final class CollidingNames implements Iterator<String> {

    private static final int MULTIPLIER = 33;

    /** {@code MULTIPLIER * INVERSE} is 1 in the arithmetic of 32 bits. */
    private static final int INVERSE = 0x3e0f83e1;

    private static final String LETTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:;,<>!$%&/()=?+*#'~|{}[]^@` ";

    private static final BitSet IS_LETTER = new BitSet();
    private static final long FIRST_WORDS;

    static {
        LETTERS.chars().forEach(IS_LETTER::set);
        FIRST_WORDS = (long) Math.pow(LETTERS.length(), 4);
    }

    private final int sum;
    private long next;

    /** @param name one of the names, of eight characters */
    CollidingNames(String name) {
        byte[] bytes = name.getBytes(US_ASCII);
        sum = mixed(word(bytes, 0)) + MULTIPLIER * word(bytes, 4);
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public String next() {
        for (; next < FIRST_WORDS; next++) {
            byte[] name = new byte[8];
            long number = next;
            for (int i = 0; i < 4; i++) {
                name[i] = (byte) LETTERS.charAt((int) (number % LETTERS.length()));
                number /= LETTERS.length();
            }
            int second = (sum - mixed(word(name, 0))) * INVERSE;
            if (putLetters(second, name)) {
                next++;
                return new String(name, US_ASCII);
            }
        }
        throw new NoSuchElementException("there are no more names of this sum");
    }

    /** Returns whether all bytes of the word are letters. */
    private static boolean putLetters(int word, byte[] name) {
        for (int i = 0; i < 4; i++) {
            byte letter = (byte) (word >>> (24 - 8 * i));
            if (letter < 0 || !IS_LETTER.get(letter)) {
                return false;
            }
            name[4 + i] = letter;
        }
        return true;
    }

    private static int mixed(int word) {
        int hash = word + (word >>> 15);
        return hash ^ (hash >>> 9);
    }

    private static int word(byte[] bytes, int from) {
        int word = 0;
        for (int i = from; i < from + 4; i++) {
            word = word << 8 | (bytes[i] & 0xff);
        }
        return word;
    }
}
