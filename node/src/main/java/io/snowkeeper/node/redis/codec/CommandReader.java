package io.snowkeeper.node.redis.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reader of commands whose extent is known. */
public final class CommandReader {

    private CommandReader() {}

    /** Reads a command that is an array. */
    public static Command array(ByteBuf command) {
        return new Command(MessageCodec.ofThread().read(command));
    }

    /**
     * Reads the parts of a command that is a line.
     *
     * @param line without its end
     * @return no part if there is nothing on the line; null if a quote is not closed
     */
    public static @Nullable List<byte[]> line(ByteBuf line) {
        return InlineWords.of(ByteBufUtil.getBytes(line));
    }
}
