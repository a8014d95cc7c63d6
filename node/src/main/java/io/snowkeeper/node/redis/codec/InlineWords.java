package io.snowkeeper.node.redis.codec;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The words of a line that a person types, split as Redis splits it: by spaces, with quotes and escapes. */
final class InlineWords {

    private final byte[] line;
    private int at;

    private InlineWords(byte[] line) {
        this.line = line;
    }

    /** Returns the words, null if a quote is not closed or is followed by something else than a space. */
    static @Nullable List<byte[]> of(byte[] line) {
        return new InlineWords(line).all();
    }

    private @Nullable List<byte[]> all() {
        List<byte[]> words = new ArrayList<>();
        while (true) {
            while (at < line.length && isSpace(line[at])) {
                at++;
            }
            if (at == line.length) {
                return words;
            }
            byte[] word = next();
            if (word == null) {
                return null;
            }
            words.add(word);
        }
    }

    private byte @Nullable [] next() {
        ByteArrayOutputStream word = new ByteArrayOutputStream();
        while (at < line.length && !isSpace(line[at])) {
            byte c = line[at++];
            if (c != '"' && c != '\'') {
                word.write(c);
                continue;
            }
            if (!quoted(c, word) || (at < line.length && !isSpace(line[at]))) {
                return null;
            }
            break;
        }
        return word.toByteArray();
    }

    /** Reads up to the quote that closes, and returns whether there is one. */
    private boolean quoted(byte quote, ByteArrayOutputStream word) {
        while (at < line.length) {
            byte c = line[at++];
            if (c == quote) {
                return true;
            }
            if (c == '\\' && at < line.length && quote == '"') {
                word.write(escaped());
            } else if (c == '\\' && at < line.length && line[at] == '\'') {
                word.write(line[at++]);
            } else {
                word.write(c);
            }
        }
        return false;
    }

    private int escaped() {
        byte c = line[at++];
        if (c == 'x' && at + 1 < line.length && hex(line[at]) >= 0 && hex(line[at + 1]) >= 0) {
            int value = 16 * hex(line[at]) + hex(line[at + 1]);
            at += 2;
            return value;
        }
        return switch (c) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'a' -> 7;
            default -> c;
        };
    }

    private static int hex(byte c) {
        return Character.digit(c, 16);
    }

    private static boolean isSpace(byte c) {
        return c == ' ' || (c >= '\t' && c <= '\r') || c == 0;
    }
}
