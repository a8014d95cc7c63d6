package io.snowkeeper.core.text;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Text as a program is given it: by the files of editors and spreadsheets, and by variables that are filled from files. */
public final class GivenText {

    private static final char BYTE_ORDER_MARK = '\ufeff';
    private static final int SWAPPED_MARK = 0xfffe;

    private GivenText() {}

    /** Returns a text without a byte order mark before it, and blanks and ends of lines around it. */
    public static String bare(String text) {
        return (text.isEmpty() || text.charAt(0) != BYTE_ORDER_MARK ? text : text.substring(1)).strip();
    }

    /**
     * Reads a file that is short if it is the right one. A pipe in its place would keep the caller waiting, and a
     * device may have no end.
     *
     * @param what the file's name, for the error
     * @throws IOException if it cannot be read, or is neither a regular file nor a link to one
     * @throws IllegalArgumentException if it has too many bytes
     */
    public static byte[] bytes(Path file, int maxBytes, String what) throws IOException {
        if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
            throw new FileSystemException(file.toString(), null, "is not a regular file");
        }
        byte[] bytes;
        try (InputStream content = Files.newInputStream(file)) {
            bytes = content.readNBytes(maxBytes + 1);
        }
        if (bytes.length > maxBytes) {
            throw new IllegalArgumentException("%s must have at most %s bytes: %s".formatted(what, maxBytes, file));
        }
        return bytes;
    }

    /**
     * Reads a short file as {@link #bytes} does, and returns its text as {@link #bare} does.
     *
     * @throws IOException also if the file is no UTF-8
     */
    public static String text(Path file, int maxBytes, String what) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(bytes(file, maxBytes, what));
        return bare(UTF_8.newDecoder().decode(bytes).toString());
    }

    /** Returns a field of CSV without blanks around it, and without the quotes that it may be in. */
    public static String unquoted(String field) {
        String text = field.strip();
        return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1).replace("\"\"", "\"")
                : text;
    }

    /**
     * Returns a reader of a file's bytes, which are UTF-16 if they begin with its byte order mark, else UTF-8, with
     * such a mark or without. Malformed input is read as U+FFFD.
     *
     * @param bytes closed with the reader
     */
    public static BufferedReader reader(InputStream bytes) throws IOException {
        BufferedInputStream source = new BufferedInputStream(bytes);
        source.mark(2);
        int mark = source.read() << 8 | source.read();
        source.reset();
        BufferedReader reader = new BufferedReader(
                new InputStreamReader(source, mark == BYTE_ORDER_MARK || mark == SWAPPED_MARK ? UTF_16 : UTF_8));
        reader.mark(1);
        if (reader.read() != BYTE_ORDER_MARK) {
            reader.reset();
        }
        return reader;
    }
}
