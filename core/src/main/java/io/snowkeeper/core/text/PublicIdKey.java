package io.snowkeeper.core.text;

import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A key of public ids, and how its ids are written. {@link #toString} does not contain the key. Immutable. */
final class PublicIdKey {

    /** Crockford's letters: no text is digits alone, which would be read as a decimal id. */
    private static final String VERSIONS = "abcdefghjkmnpqrstvwxyz";

    private static final Pattern LINE = Pattern.compile("(\\S)\\s+(\\S+)\\s+(\\S+)");

    private final char version;
    private final PublicIdAlphabet alphabet;
    private final AesKey key;

    private PublicIdKey(char version, PublicIdAlphabet alphabet, AesKey key) {
        this.version = version;
        this.alphabet = alphabet;
        this.key = key;
    }

    /**
     * Reads a line: {@code a base58 000102030405060708090a0b0c0d0e0f}.
     *
     * @throws IllegalArgumentException if it is none; the message does not contain the key
     */
    static PublicIdKey parse(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "must be a version of one letter, an alphabet and a key of AES in hex digits, as in: a base58 $(openssl rand -hex 32)");
        }
        char version = parts.group(1).charAt(0);
        if (VERSIONS.indexOf(version) < 0) {
            throw new IllegalArgumentException("version must be a small letter, but i, l, o and u: version=" + version);
        }
        return new PublicIdKey(version, alphabetOf(parts.group(2)), keyOf(parts.group(3)));
    }

    private static PublicIdAlphabet alphabetOf(String name) {
        for (PublicIdAlphabet alphabet : PublicIdAlphabet.values()) {
            if (alphabet.name().toLowerCase(Locale.ROOT).equals(name)) {
                return alphabet;
            }
        }
        throw new IllegalArgumentException("alphabet must be base58, base62 or crockford32");
    }

    private static AesKey keyOf(String hex) {
        if (!hex.matches("([0-9A-Fa-f]{2})+")) {
            throw new IllegalArgumentException("key must be 32, 48 or 64 hex digits: characters=" + hex.length());
        }
        return new AesKey(HexFormat.of().parseHex(hex));
    }

    char version() {
        return version;
    }

    /** Returns whether texts that begin with a character are of this key. */
    boolean isOf(char first) {
        return first == version || alphabet.ignoresCase() && first < 128 && Character.toLowerCase(first) == version;
    }

    PublicIdAlphabet alphabet() {
        return alphabet;
    }

    /** Returns the permutation of the numbers of 63 bits for a tweak. */
    Ff1 permutation(byte[] tweak) {
        return new Ff1(key, tweak, 2, Long.SIZE - 1);
    }

    @Override
    public String toString() {
        return "PublicIdKey[version=%s, alphabet=%s]".formatted(version, alphabet);
    }
}
