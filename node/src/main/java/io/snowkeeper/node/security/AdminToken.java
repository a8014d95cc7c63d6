package io.snowkeeper.node.security;

import io.snowkeeper.core.text.GivenText;
import io.snowkeeper.core.text.TokenFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * The token for calls that change sequences or take the node out of service. Only a hash of it is kept, so that neither
 * a log nor a heap dump reveals it. Thread-safe.
 */
public final class AdminToken {

    private static final int MAX_FILE_BYTES = 4096;

    private final byte[] hash;

    private AdminToken(String digest) {
        hash = HexFormat.of().parseHex(digest);
    }

    /** The reader of a file's digest. An unchanged file is not read, so that a heap dump does not reveal it. */
    private static final class Reader implements FileWatch.Reader<String> {

        private final Path file;
        private List<?> marks = List.of();
        private String digest = "";

        Reader(Path file) {
            this.file = file;
        }

        @Override
        public String read() throws IOException {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            List<?> found = Arrays.asList(now.fileKey(), now.lastModifiedTime(), now.size());
            if (!found.equals(marks)) {
                digest = digest(readText(file));
                marks = found;
            }
            return digest;
        }
    }

    /**
     * Reads a token from a file, and watches the file. Spaces and line ends around it are ignored.
     *
     * @throws IllegalArgumentException if the file cannot be read, or there is no token in it; the message does not
     *     contain the file's text
     */
    public static FileWatch<?, AdminToken> watch(Path file) {
        return new FileWatch<>(
                "admin token",
                "",
                new Reader(file),
                (digest, before) -> new AdminToken(digest),
                token -> "a new one is in force, from " + file);
    }

    /**
     * Returns the text of a token in a file, for a client that has to send it.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if there is no token in it; the message does not contain the file's text
     */
    public static String readText(Path file) throws IOException {
        byte[] bytes = GivenText.bytes(file, MAX_FILE_BYTES, "a file with a token");
        String token = GivenText.bare(new String(bytes, StandardCharsets.UTF_8));
        if (!TokenFormat.isToken(token)) {
            throw new IllegalArgumentException(
                    "a token must be 16 to 1024 visible ASCII characters without spaces: %s".formatted(file));
        }
        return token;
    }

    /**
     * Returns whether it is this token; the time it takes does not reveal where they differ.
     *
     * @param digest made by {@link #digest}
     */
    public boolean hasDigest(String digest) {
        return MessageDigest.isEqual(hash, HexFormat.of().parseHex(digest));
    }

    /** Returns the SHA-256 of a token, as a policy has it: 64 hexadecimal digits in small letters. */
    public static String digest(String token) {
        return HexFormat.of().formatHex(hashOf(token));
    }

    private static byte[] hashOf(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "AdminToken[hidden]";
    }
}
