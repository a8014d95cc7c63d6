package io.snowkeeper.sequences.ledger;

import io.snowkeeper.sequences.ledger.NdjsonForm.Utf8Text;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The chain that binds each entry of a ledger to all before it: an entry's hash is the SHA-256 of the hash before, in hexadecimal
 * digits, a line feed, and the entry as NDJSON without its last two fields, {@code time} and {@code hash}. Not thread-safe.
 */
public final class HashChain {

    private static final int USUAL_LENGTH = 512;

    /** The hash before the first entry: nothing else that is hashed begins so. */
    public static final String BEGINNING = beginning();

    private final MessageDigest digest;
    private final Utf8Text text = new Utf8Text(USUAL_LENGTH);

    public HashChain() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    private static String beginning() {
        HashChain chain = new HashChain();
        chain.text.ascii("snowkeeper ledger 1");
        return chain.sha256();
    }

    /**
     * Returns the hash of an entry.
     *
     * @param before the hash of the entry before
     * @param entry of which time and hash do not matter
     */
    public String next(String before, LedgerEntry entry) {
        text.cut(0);
        text.ascii(before).ascii("\n");
        NdjsonForm.hashed(text, entry);
        return sha256();
    }

    private String sha256() {
        text.digestBy(digest);
        return HexFormat.of().formatHex(digest.digest());
    }
}
