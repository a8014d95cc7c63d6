package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;
import io.snowkeeper.node.service.IdFormat;
import io.snowkeeper.node.service.IdRuns;

/** A list of ids on its way out, with a comma and a space between them. Not thread-safe. */
final class IdList {

    private final IdRuns ids;
    private final IdFormat format;
    private int run;
    private int written;

    IdList(IdRuns ids, IdFormat format) {
        this.ids = ids;
        this.format = format;
    }

    /** Appends some of the ids that are left, and returns whether none is left then. */
    boolean write(ByteBuf out, int maxIds) {
        int room = maxIds;
        while (run < ids.runs() && room > 0) {
            int length = Math.min(room, ids.count(run) - written);
            for (int i = 0; i < length; i++) {
                if (run > 0 || written > 0) {
                    JsonWriter.raw(out, ", ");
                }
                JsonWriter.id(out, ids.first(run) + written, format);
                written++;
            }
            room -= length;
            if (written == ids.count(run)) {
                run++;
                written = 0;
            }
        }
        return run == ids.runs();
    }
}
