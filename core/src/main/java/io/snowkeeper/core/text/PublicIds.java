package io.snowkeeper.core.text;

import io.snowkeeper.core.text.Ff1.Halves;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes 64-bit ids for outside, and reads them again: encrypted, so that a reader without the key does not learn when an id was made, by which
 * node, in which order or how many there are, nor guess another one. The database keeps the numbers, which sort.
 *
 * <p>A text is a type's prefix with an underscore, if there is one ({@link #withPrefix}); the letter of the key's version; and 11 or 13
 * characters of that key's alphabet: {@code ord_aAiUwxNb8pVm}. An id has one text by each key and prefix; the prefix, and {@code crockford32},
 * are read in capital letters, too.
 *
 * <p>This hides ids; it is no permission. A changed text is refused, or gives another number, which is that of a row with a probability
 * of rows / 2<sup>63</sup>. Equal texts are of equal ids.
 *
 * <p>The numbers from 0 to 2<sup>63</sup> - 1 are permuted by FF1 of NIST's SP 800-38G (radix 2, 63 digits, AES, the prefix as the tweak).
 *
 * <p>Immutable and thread-safe.
 */
public final class PublicIds {

    private static final int MAX_FILE_BYTES = 16_384;
    private static final int LOW_BITS = 32;
    private static final long LOW_MASK = (1L << LOW_BITS) - 1;

    /** No keys: {@link #format} throws, and {@link #parse} knows no text. */
    public static final PublicIds NONE = new PublicIds(List.of(), TypePrefix.NONE);

    private final List<PublicIdKey> keys;
    private final TypePrefix prefix;

    /** One for each of the keys. */
    private final List<Ff1> permutations;

    private PublicIds(List<PublicIdKey> keys, TypePrefix prefix) {
        byte[] tweak = prefix.name().getBytes(StandardCharsets.US_ASCII);
        this.keys = keys;
        this.prefix = prefix;
        permutations = keys.stream().map(key -> key.permutation(tweak)).toList();
    }

    /**
     * Reads keys, as they are in a file: one a line, with its version (a small letter, but i, l, o and u), its alphabet
     * ({@code base58}, {@code base62} or {@code crockford32}) and 32, 48 or 64 hex digits. The first one writes, all of them read. Empty lines
     * and those that begin with {@code #} are skipped.
     *
     * <pre>{@code
     * # openssl rand -hex 32
     * b base58 603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4
     * a base58 2b7e151628aed2a6abf7158809cf4f3c
     * }</pre>
     *
     * <p>To exchange a key, put the new one behind the first one wherever texts are read, then before it; the old one stays as long as its
     * texts are about.
     *
     * @throws IllegalArgumentException if a line is no key, two have the same version, or there is none; the message does not contain keys
     */
    public static PublicIds ofKeys(String file) {
        List<PublicIdKey> keys = new ArrayList<>();
        int number = 0;
        for (String line : file.lines().map(String::strip).toList()) {
            number++;
            if (!line.isEmpty() && !line.startsWith("#")) {
                keys.add(key(line, number, keys));
            }
        }
        if (keys.isEmpty()) {
            throw new IllegalArgumentException(
                    "there must be a line with a key, as in: a base58 $(openssl rand -hex 32)");
        }
        return new PublicIds(List.copyOf(keys), TypePrefix.NONE);
    }

    /**
     * Reads keys of a file, as {@link #ofKeys} does.
     *
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if it has no keys; the message does not contain any
     */
    public static PublicIds read(Path file) throws IOException {
        return ofKeys(text(file));
    }

    /**
     * Returns the text of a file, for {@link #ofKeys}.
     *
     * @throws IOException if it cannot be read
     */
    public static String text(Path file) throws IOException {
        return GivenText.text(file, MAX_FILE_BYTES, "a file with keys of public ids");
    }

    private static PublicIdKey key(String line, int number, List<PublicIdKey> before) {
        try {
            PublicIdKey key = PublicIdKey.parse(line);
            if (before.stream().anyMatch(other -> other.version() == key.version())) {
                throw new IllegalArgumentException("version is that of a line before: version=" + key.version());
            }
            return key;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("line %s: %s".formatted(number, e.getMessage()), e);
        }
    }

    /**
     * Returns the same keys for texts with the prefix of a type.
     *
     * @param name up to 63 letters a to z, and underscores between them; empty for none
     * @throws IllegalArgumentException if it is not
     */
    public PublicIds withPrefix(String name) {
        return new PublicIds(keys, new TypePrefix(name));
    }

    /** Returns whether there are no keys. */
    public boolean isEmpty() {
        return keys.isEmpty();
    }

    /**
     * Returns the text of an id.
     *
     * @throws IllegalArgumentException if the id is negative
     * @throws IllegalStateException if there are no keys
     */
    public String format(long id) {
        if (id < 0) {
            throw new IllegalArgumentException("id must be >= 0: id=" + id);
        }
        if (keys.isEmpty()) {
            throw new IllegalStateException("there is no key to write public ids by");
        }
        PublicIdKey key = keys.get(0);
        Halves hidden = permutations.get(0).encrypt(new Halves(id >>> LOW_BITS, id & LOW_MASK));
        return prefix.before(key.version() + key.alphabet().write(hidden.left() << LOW_BITS | hidden.right()));
    }

    /**
     * Returns the id that a text stands for.
     *
     * @throws IllegalArgumentException if the text has another prefix, is of no key, or is not written by the key's alphabet
     */
    public long parse(String text) {
        TypePrefix found = TypePrefix.ignoringCase(text);
        if (!found.equals(prefix)) {
            throw new IllegalArgumentException("id must have %s: id=%s"
                    .formatted(prefix.name().isEmpty() ? "no prefix" : "the prefix " + prefix.before(""), text));
        }
        return read(prefix.removeFrom(text), text);
    }

    /**
     * Returns the id that a text of any prefix stands for.
     *
     * @throws IllegalArgumentException if the text is of no key, or is not written by the key's alphabet
     */
    public long parseAny(String text) {
        return withPrefix(TypePrefix.ignoringCase(text).name()).parse(text);
    }

    private long read(String id, String text) {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("public id must have characters behind its prefix: id=" + text);
        }
        int index = keyOf(id.charAt(0), text);
        PublicIdAlphabet alphabet = keys.get(index).alphabet();
        if (id.length() != 1 + alphabet.length()) {
            throw new IllegalArgumentException("public id must have %s characters: characters=%s, id=%s"
                    .formatted(1 + alphabet.length(), id.length(), text));
        }
        long hidden;
        try {
            hidden = alphabet.read(id.substring(1));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("public id is not one that its key writes: id=" + text, e);
        }
        Halves found = permutations.get(index).decrypt(new Halves(hidden >>> LOW_BITS, hidden & LOW_MASK));
        return found.left() << LOW_BITS | found.right();
    }

    private int keyOf(char version, String text) {
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i).isOf(version)) {
                return i;
            }
        }
        throw new IllegalArgumentException(
                keys.isEmpty()
                        ? "public id can be read with its key only, and there is none here: id=" + text
                        : "public id must begin with the version of a key (%s): version=%s, id=%s"
                                .formatted(versions(), version, text));
    }

    private String versions() {
        return keys.stream().map(key -> String.valueOf(key.version())).collect(Collectors.joining(", "));
    }
}
