package io.snowkeeper.node.redis.codec;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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

    /** Returns whether a part is UTF-8, so that its {@link #text} is no other one's. */
    public boolean isText(int index) {
        return decoded(parts.get(index)) != null;
    }

    /** Returns a part as text, UTF-8; with a replacement character for each byte if it is not UTF-8. */
    public String text(int index) {
        byte[] bytes = parts.get(index);
        String text = decoded(bytes);
        return text == null ? "\ufffd".repeat(bytes.length) : text;
    }

    private static @Nullable String decoded(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** Returns a part as a word of the protocol, in capital letters. */
    public String word(int index) {
        return new String(parts.get(index), StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
    }
}
