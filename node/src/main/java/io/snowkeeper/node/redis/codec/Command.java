package io.snowkeeper.node.redis.codec;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * A command as a client sent it.
 *
 * @param parts its name and its arguments, at least one; not copied
 */
public record Command(List<byte[]> parts) {

    public Command {
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("must have a name: parts=0");
        }
    }

    /** Returns how many parts there are. */
    public int size() {
        return parts.size();
    }

    /** Returns a part as it came. */
    public byte[] bytes(int index) {
        return parts.get(index);
    }

    /** Returns a part as text, UTF-8; with a replacement character for each byte if it is not UTF-8. */
    public String text(int index) {
        byte[] bytes = parts.get(index);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return "\ufffd".repeat(bytes.length);
        }
    }

    /** Returns a part as a word of the protocol, in capital letters. */
    public String word(int index) {
        return new String(parts.get(index), StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
    }
}
