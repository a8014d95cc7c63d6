package io.snowkeeper.loadtest.chaos.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** An answer's bytes; they are valid until the next one is read. Knows the byte order of docs/protocol.md. */
final class Line {

    private static final byte[] ERROR = "\"type\": \"error\", \"code\": ".getBytes(US_ASCII);
    private static final byte[] TYPE = "\"type\": \"".getBytes(US_ASCII);
    private static final byte[] FIRST_VALUE = "\", \"id".getBytes(US_ASCII);

    private final byte[] bytes;
    private final int from;
    private final int to;

    Line(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
    }

    /** Returns the code of an error, 0 for any other answer. */
    int errorCode() {
        int type = indexOf(TYPE, from);
        if (type < 0 || !matches(ERROR, type)) {
            return 0;
        }
        return (int) numberAt(type + ERROR.length);
    }

    /**
     * Copies the ids of a {@code generate_ok} or {@code generate_batch_ok}.
     *
     * @return how many there are
     * @throws IllegalArgumentException if it is no such answer, or carries more ids than fit
     */
    int ids(long[] target) {
        int at = indexOf(FIRST_VALUE, from);
        if (at < 0) {
            throw new IllegalArgumentException("no ids in the answer: " + text());
        }
        int count = 0;
        int i = at + FIRST_VALUE.length;
        while (i < to && !isDigit(bytes[i])) {
            i++;
        }
        while (i < to && isDigit(bytes[i])) {
            if (count == target.length) {
                throw new IllegalArgumentException("more than %d ids in the answer".formatted(target.length));
            }
            target[count++] = numberAt(i);
            while (i < to && isDigit(bytes[i])) {
                i++;
            }
            // Within a batch, a comma and a space.
            i = i + 2 < to && bytes[i] == ',' && isDigit(bytes[i + 2]) ? i + 2 : to;
        }
        return count;
    }

    String text() {
        return new String(bytes, from, to - from, US_ASCII);
    }

    private long numberAt(int index) {
        long number = 0;
        for (int i = index; i < to && isDigit(bytes[i]); i++) {
            number = 10 * number + (bytes[i] - '0');
        }
        return number;
    }

    private static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }

    private int indexOf(byte[] part, int start) {
        for (int i = start; i <= to - part.length; i++) {
            if (matches(part, i)) {
                return i;
            }
        }
        return -1;
    }

    private boolean matches(byte[] part, int index) {
        if (index + part.length > to) {
            return false;
        }
        for (int i = 0; i < part.length; i++) {
            if (bytes[index + i] != part[i]) {
                return false;
            }
        }
        return true;
    }
}
