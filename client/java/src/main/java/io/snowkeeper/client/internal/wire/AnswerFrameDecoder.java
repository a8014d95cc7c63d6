package io.snowkeeper.client.internal.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.function.IntSupplier;

/** A decoder of lines, no longer than the answer that is due may be. */
public final class AnswerFrameDecoder extends ByteToMessageDecoder {

    private final IntSupplier maxLine;

    /** How many bytes of the line are known to hold no end: a long line is scanned once. */
    private int scanned;

    /** @param maxLine how many bytes the next line may have */
    public AnswerFrameDecoder(IntSupplier maxLine) {
        this.maxLine = maxLine;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        int start = in.readerIndex();
        int end = in.indexOf(start + scanned, in.writerIndex(), (byte) '\n');
        int length = end < 0 ? in.readableBytes() : end - start;
        if (length > maxLine.getAsInt()) {
            throw new InvalidAnswerException(
                    "it is longer than the %s bytes that the answer may have".formatted(maxLine.getAsInt()));
        }
        if (end < 0) {
            scanned = length;
            return;
        }
        scanned = 0;
        byte[] line = new byte[length];
        in.readBytes(line).skipBytes(1);
        out.add(line);
    }

    @Override
    protected void decodeLast(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        // A line without an end is not an answer: half of an id is another id.
        in.skipBytes(in.readableBytes());
    }
}
