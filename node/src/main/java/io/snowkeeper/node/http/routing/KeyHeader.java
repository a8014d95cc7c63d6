package io.snowkeeper.node.http.routing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;

/** The header {@code Idempotency-Key}. Its bytes are UTF-8, so that a key is the same one as over the line protocol. */
public final class KeyHeader {

    static final String NAME = "idempotency-key";

    private KeyHeader() {}

    /**
     * Returns the key of a call, without the quotes that it may have.
     *
     * @throws ProblemException if it is not UTF-8
     */
    public static Optional<String> of(Call call) {
        return call.header(NAME).map(KeyHeader::decoded).map(KeyHeader::unquoted);
    }

    /** @param header its bytes as the characters of those numbers, as HTTP's headers are read */
    private static String decoded(String header) {
        try {
            return UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(header.getBytes(ISO_8859_1)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw ProblemException.malformed(
                    "the header Idempotency-Key must be UTF-8; send the key's bytes in UTF-8, not in ISO 8859-1");
        }
    }

    /** The header's draft writes a key in quotes, and most clients do not: both are the same key. */
    private static String unquoted(String key) {
        return key.length() >= 2 && key.startsWith("\"") && key.endsWith("\"")
                ? key.substring(1, key.length() - 1)
                : key;
    }
}
