package io.snowkeeper.sequences.ledger;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;

/**
 * Entries as JSON, each on a line of its own. The order of the fields is fixed and there is no space between them, so
 * that an entry has one text; absent values are left out.
 */
final class NdjsonForm {

    private static final JsonFactory JSON = new JsonFactory();
    private static final int USUAL_LENGTH = 320;

    private NdjsonForm() {}

    /** Adds the text that an entry's hash is of. */
    static void hashed(Utf8Text text, LedgerEntry entry) {
        fields(text, entry);
        text.ascii("}");
    }

    /** Returns an entry without the end of its line. */
    static String line(LedgerEntry entry) {
        Utf8Text line = new Utf8Text(USUAL_LENGTH);
        fields(line, entry);
        text(line, ",\"time\":\"", entry.time().toString());
        text(line, ",\"hash\":\"", entry.hash());
        return line.ascii("}").toString();
    }

    private static void fields(Utf8Text line, LedgerEntry entry) {
        Posting posting = entry.posting();
        line.ascii("{\"entry\":").number(entry.entry());
        text(line, ",\"event\":\"", posting.event().text());
        if (!posting.numbers().isEmpty()) {
            NumbersText.add(line.ascii(",\"numbers\":\""), posting.numbers());
            line.ascii("\"");
        }
        if (posting.reservation().isPresent()) {
            line.ascii(",\"reservation\":").number(posting.reservation().getAsLong());
        }
        text(line, ",\"key\":\"", posting.key());
        text(line, ",\"subject\":\"", posting.subject());
        text(line, ",\"reason\":\"", posting.reason());
        text(line, ",\"period\":\"", posting.period());
        if (entry.after().isPresent()) {
            text(line, ",\"after\":\"", entry.after().get().toString());
        }
    }

    private static void text(Utf8Text line, String name, Optional<String> value) {
        if (value.isPresent()) {
            text(line, name, value.get());
        }
    }

    /** @param name the text before the value, its first quote included */
    private static void text(Utf8Text line, String name, String value) {
        line.ascii(name).escaped(value).ascii("\"");
    }

    /** @throws InvalidLedgerException if the line is not as {@link #line} returns one, to the letter */
    static LedgerEntry parse(String line) {
        EntryFields fields = new EntryFields();
        try (JsonParser parser = JSON.createParser(line)) {
            require(parser.nextToken() == JsonToken.START_OBJECT, line);
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                require(parser.nextToken().isScalarValue(), line);
                fields.set(name, parser.getText());
            }
            require(parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null, line);
        } catch (IOException e) {
            throw new InvalidLedgerException("no JSON: " + EntryFields.excerpt(line), e);
        }
        LedgerEntry entry = fields.toEntry(line);
        require(line(entry).equals(line), line);
        return entry;
    }

    private static void require(boolean holds, String line) {
        if (!holds) {
            throw new InvalidLedgerException("not as an entry is written: " + EntryFields.excerpt(line));
        }
    }

    /**
     * A text that is put together as UTF-8. Each number of a gapless sequence costs two entries of its ledger, and each of these two such
     * texts: by strings, that took longer than all else that a writer does. Not thread-safe.
     */
    static final class Utf8Text {

        private static final JsonStringEncoder ENCODER = JsonStringEncoder.getInstance();
        private static final int MAX_DIGITS = 20;

        private byte[] bytes;
        private int size;

        Utf8Text(int capacity) {
            bytes = new byte[capacity];
        }

        int size() {
            return size;
        }

        /** Truncates the text to a number of bytes. */
        void cut(int newSize) {
            size = newSize;
        }

        /** Adds a text of ASCII as it is. */
        Utf8Text ascii(String text) {
            int length = text.length();
            reserve(length);
            for (int i = 0; i < length; i++) {
                bytes[size + i] = (byte) text.charAt(i);
            }
            size += length;
            return this;
        }

        Utf8Text number(long number) {
            if (number < 0) {
                return ascii(Long.toString(number));
            }
            reserve(MAX_DIGITS);
            int digits = 1;
            for (long rest = number; rest >= 10; rest /= 10) {
                digits++;
            }
            long rest = number;
            for (int i = size + digits - 1; i >= size; i--) {
                bytes[i] = (byte) ('0' + rest % 10);
                rest /= 10;
            }
            size += digits;
            return this;
        }

        /** Adds a text as it stands between the quotes of JSON. */
        Utf8Text escaped(String text) {
            int length = text.length();
            reserve(length);
            for (int i = 0; i < length; i++) {
                char letter = text.charAt(i);
                if (letter < ' ' || letter >= 0x7F || letter == '"' || letter == '\\') {
                    return raw(new String(ENCODER.quoteAsString(text.substring(i))).getBytes(StandardCharsets.UTF_8));
                }
                bytes[size++] = (byte) letter;
            }
            return this;
        }

        Utf8Text raw(byte[] added) {
            reserve(added.length);
            System.arraycopy(added, 0, bytes, size, added.length);
            size += added.length;
            return this;
        }

        private void reserve(int more) {
            if (bytes.length - size < more) {
                bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
            }
        }

        void digestBy(MessageDigest digest) {
            digest.update(bytes, 0, size);
        }

        byte[] toBytes() {
            return Arrays.copyOf(bytes, size);
        }

        @Override
        public String toString() {
            return new String(bytes, 0, size, StandardCharsets.UTF_8);
        }
    }
}
