package io.snowkeeper.node.redis.codec;

import io.netty.buffer.ByteBuf;
import io.snowkeeper.embedded.id.IdRuns;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.stream.ChunkedOutput;
import io.snowkeeper.node.stream.Digits;

/** An array of ids on its way out. */
final class IdArray implements ChunkedOutput {

    /** About 30 KB. */
    private static final int IDS_PER_PIECE = 1000;

    /** {@code $19}, the digits, and the ends of two lines. */
    private static final int MAX_ID = 8 + Digits.ROOM;

    private final IdRuns ids;
    private final boolean strings;
    private int run;
    private int writtenOfRun;

    IdArray(IdRuns ids, IdFormat format) {
        this.ids = ids;
        this.strings = format == IdFormat.STRING;
    }

    @Override
    public boolean writePiece(ByteBuf out) {
        out.ensureWritable(IDS_PER_PIECE * MAX_ID);
        byte[] to = out.array();
        int at = out.arrayOffset() + out.writerIndex();
        for (int room = IDS_PER_PIECE; room > 0 && run < ids.runs(); room--) {
            at = write(to, at, ids.first(run) + writtenOfRun);
            writtenOfRun++;
            if (writtenOfRun == ids.count(run)) {
                run++;
                writtenOfRun = 0;
            }
        }
        out.writerIndex(at - out.arrayOffset());
        return run == ids.runs();
    }

    private int write(byte[] to, int from, long id) {
        int at = from;
        if (strings) {
            to[at++] = '$';
            at = Digits.write(to, at, Long.toString(id).length());
            at = endLine(to, at);
        } else {
            to[at++] = ':';
        }
        return endLine(to, Digits.write(to, at, id));
    }

    private static int endLine(byte[] to, int at) {
        to[at] = '\r';
        to[at + 1] = '\n';
        return at + 2;
    }
}
