package io.snowkeeper.node.line.codec;

import io.netty.buffer.ByteBuf;
import io.snowkeeper.embedded.id.IdRuns;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.stream.Digits;

/** A list of ids on its way out, with a comma and a space between them. Not thread-safe. */
final class IdList implements ChunkedList {

    /** Two quotes, a comma and a space around the digits. */
    private static final int MAX_ID = Digits.ROOM + 4;

    private static final int SEPARATOR = 2;

    private final byte[] sharedDigits = new byte[Digits.ROOM];
    private final IdRuns ids;
    private final boolean quoted;
    private int run;
    private int writtenOfRun;

    IdList(IdRuns ids, IdFormat format) {
        this.ids = ids;
        this.quoted = format == IdFormat.STRING;
    }

    @Override
    public boolean write(ByteBuf out, int maxIds) {
        out.ensureWritable(maxIds * MAX_ID);
        int offset = out.arrayOffset();
        int at = offset + out.writerIndex();
        int room = maxIds;
        while (run < ids.runs() && room > 0) {
            int length = Math.min(room, ids.count(run) - writtenOfRun);
            at = write(out.array(), at, ids.first(run) + writtenOfRun, length);
            room -= length;
            writtenOfRun += length;
            if (writtenOfRun == ids.count(run)) {
                run++;
                writtenOfRun = 0;
            }
        }
        boolean whole = run == ids.runs();
        // No comma after the last one.
        out.writerIndex(at - offset - (whole && at > offset + out.writerIndex() ? SEPARATOR : 0));
        return whole;
    }

    /** Writes consecutive ids. All but their last eight digits are the same for long. */
    private int write(byte[] to, int from, long first, int length) {
        int at = from;
        int written = 0;
        while (written < length) {
            long shared = (first + written) / Digits.EIGHT_DIGITS;
            long low = (first + written) % Digits.EIGHT_DIGITS;
            int alike = (int) Math.min(length - written, Digits.EIGHT_DIGITS - low);
            at = write(to, at, shared, low, alike);
            written += alike;
        }
        return at;
    }

    /** Writes ids that differ in their last eight digits only, each with a comma and a space. */
    private int write(byte[] to, int from, long shared, long firstLow, int length) {
        int sharedLength = shared == 0 ? 0 : Digits.write(sharedDigits, 0, shared);
        int at = from;
        for (int i = 0; i < length; i++) {
            if (quoted) {
                to[at++] = '"';
            }
            Digits.copy(sharedDigits, to, at);
            at += sharedLength;
            at = shared == 0 ? Digits.write(to, at, firstLow + i) : Digits.writeEight(to, at, firstLow + i);
            if (quoted) {
                to[at++] = '"';
            }
            to[at++] = ',';
            to[at++] = ' ';
        }
        return at;
    }
}
