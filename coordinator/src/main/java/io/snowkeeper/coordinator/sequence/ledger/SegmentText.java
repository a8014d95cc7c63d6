package io.snowkeeper.coordinator.sequence.ledger;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.snowkeeper.coordinator.store.PayloadCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * What is written of a segment: a line that tells where it begins; a line for each transaction with the milliseconds of the one
 * before; then a line for each of its entries, an array without what is absent at its end. It is only added to, and so need not be read for that.
 */
final class SegmentText {

    private static final JsonStringEncoder ENCODER = JsonStringEncoder.getInstance();

    /** An entry without its numbers and its texts. */
    private static final int ROW_BYTES = 48;

    private static final int RUN_BYTES = 40;

    /** Of most texts; a control character takes six. */
    private static final int LETTER_BYTES = 3;

    /** By it a segment begins that is not packed. */
    static final byte PLAIN = '{';

    private final ByteArrayOutputStream text = new ByteArrayOutputStream(SegmentWrite.MAX_OPEN);

    /**
     * The first line.
     *
     * @param first the first entry
     * @param before the hash before it
     */
    record Beginning(long first, String before) {}

    private SegmentText() {}

    static SegmentText begin(long first, String before) {
        SegmentText segment = new SegmentText();
        segment.text.writeBytes(PayloadCodec.encode(new Beginning(first, before)));
        segment.text.write('\n');
        return segment;
    }

    /** @param open a segment that is not packed */
    static SegmentText continued(byte[] open) {
        SegmentText continued = new SegmentText();
        continued.text.writeBytes(open);
        return continued;
    }

    /** Returns how many entries a segment has that is not packed. */
    static int entriesIn(byte[] open) {
        int entries = 0;
        for (int i = 1; i < open.length; i++) {
            if (open[i] == '[' && open[i - 1] == '\n') {
                entries++;
            }
        }
        return entries;
    }

    static int maxBytes(Posting posting) {
        return ROW_BYTES
                + RUN_BYTES * posting.numbers().size()
                + LETTER_BYTES * (length(posting.key()) + length(posting.subject()) + length(posting.reason()));
    }

    private static int length(Optional<String> text) {
        return text.map(String::length).orElse(0);
    }

    void beginTransaction(@Nullable Long after) {
        line(String.valueOf(after));
    }

    void add(Posting posting) {
        line(row(posting));
    }

    private static String row(Posting posting) {
        StringBuilder row = new StringBuilder(80);
        row.append("[\"").append(posting.event().code()).append('"');
        row.append(",\"").append(NumbersText.of(posting.numbers())).append('"');
        row.append(',')
                .append(
                        posting.reservation().isPresent()
                                ? String.valueOf(posting.reservation().getAsLong())
                                : "null");
        int end = row.length();
        end = field(row, posting.key(), end);
        end = field(row, posting.subject(), end);
        end = field(row, posting.reason(), end);
        row.setLength(end);
        return row.append(']').toString();
    }

    /** Returns where the row ends, if what follows is absent. */
    private static int field(StringBuilder row, Optional<String> value, int end) {
        if (value.isEmpty()) {
            row.append(",null");
            return end;
        }
        row.append(",\"");
        ENCODER.quoteAsString(value.get(), row);
        row.append('"');
        return row.length();
    }

    private void line(String line) {
        text.writeBytes(line.getBytes(StandardCharsets.UTF_8));
        text.write('\n');
    }

    int bytes() {
        return text.size();
    }

    byte[] plain() {
        return text.toByteArray();
    }

    byte[] packed() {
        byte[] plain = plain();
        ByteArrayOutputStream packed = new ByteArrayOutputStream(plain.length / 2);
        Deflater deflater = new Deflater();
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed, deflater)) {
            out.write(plain);
        } catch (IOException e) {
            throw new AssertionError("an array takes all that is written", e);
        } finally {
            deflater.end();
        }
        return packed.size() < plain.length ? packed.toByteArray() : plain;
    }
}
