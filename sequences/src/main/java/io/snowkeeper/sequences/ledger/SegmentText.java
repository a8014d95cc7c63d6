package io.snowkeeper.sequences.ledger;

import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.sequences.ledger.NdjsonForm.Utf8Text;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The text of a segment: a line with its beginning; a line for each transaction with the milliseconds of the one
 * before; then a line for each of its entries, an array without absent values at its end. It is append-only, and so
 * need not be parsed for that.
 */
final class SegmentText {

    /** An entry without its numbers and its texts. */
    private static final int ROW_BYTES = 48;

    private static final int RUN_BYTES = 40;

    /** Enough for most letters; a control character takes six. */
    private static final int LETTER_BYTES = 3;

    /** Takes half the time of the usual level, for some 5 % more. */
    private static final int LEVEL = 3;

    /** By it a segment begins that is not packed. */
    static final byte PLAIN = '{';

    private final Utf8Text text = new Utf8Text(2 * SegmentWrite.MAX_OPEN);

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
        segment.text.raw(PayloadCodec.encode(new Beginning(first, before))).ascii("\n");
        return segment;
    }

    /** @param open a segment that is not packed */
    static SegmentText continued(byte[] open) {
        SegmentText continued = new SegmentText();
        continued.text.raw(open);
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
                + LETTER_BYTES
                        * (length(posting.key())
                                + length(posting.subject())
                                + length(posting.reason())
                                + length(posting.period()));
    }

    private static int length(Optional<String> text) {
        return text.map(String::length).orElse(0);
    }

    void beginTransaction(@Nullable Long after) {
        text.ascii(String.valueOf(after)).ascii("\n");
    }

    void add(Posting posting) {
        text.ascii("[\"").ascii(posting.event().code()).ascii("\",\"");
        NumbersText.add(text, posting.numbers());
        text.ascii("\",");
        if (posting.reservation().isPresent()) {
            text.number(posting.reservation().getAsLong());
        } else {
            text.ascii("null");
        }
        int end = text.size();
        end = field(posting.key(), end);
        end = field(posting.subject(), end);
        end = field(posting.reason(), end);
        end = field(posting.period(), end);
        text.cut(end);
        text.ascii("]\n");
    }

    /** Returns where the row ends, if the values after it are absent. */
    private int field(Optional<String> value, int end) {
        if (value.isEmpty()) {
            text.ascii(",null");
            return end;
        }
        text.ascii(",\"").escaped(value.get()).ascii("\"");
        return text.size();
    }

    int bytes() {
        return text.size();
    }

    byte[] plain() {
        return text.toBytes();
    }

    byte[] packed() {
        byte[] plain = plain();
        ByteArrayOutputStream packed = new ByteArrayOutputStream(plain.length / 2);
        Deflater deflater = new Deflater(LEVEL);
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
