package io.snowkeeper.coordinator.sequence.ledger;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The chain that binds each entry of a ledger to all before it: an entry's hash is the SHA-256 of the hash before, in hexadecimal
 * digits, a line feed, and the entry as NDJSON without its last two fields, {@code time} and {@code hash}. Not thread-safe.
 */
public final class HashChain {

    /** The hash before the first entry: nothing else that is hashed begins so. */
    public static final String BEGINNING = new HashChain().sha256("snowkeeper ledger 1");

    private final MessageDigest digest;

    public HashChain() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /**
     * Returns the hash of an entry.
     *
     * @param before the hash of the entry before
     * @param entry of which time and hash do not matter
     */
    String next(String before, LedgerEntry entry) {
        return next(before, NdjsonForm.hashedText(entry));
    }

    String next(String before, String hashedText) {
        digest.update(before.getBytes(StandardCharsets.US_ASCII));
        digest.update((byte) '\n');
        return sha256(hashedText);
    }

    private String sha256(String text) {
        return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
