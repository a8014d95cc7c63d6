package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.snowkeeper.node.service.NodeNamedAtInit;
import io.snowkeeper.node.service.Responder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the line protocol over a pair of streams, as a node of Maelstrom does: the first request is init, and names the
 * node. Only answers are written, each flushed.
 */
public final class StdioServer {

    private static final Logger log = LoggerFactory.getLogger(StdioServer.class);

    private static final int READ_SIZE = 64 * 1024;

    private final RequestDecoder decoder;
    private final Function<String, ? extends Responder> nodes;

    /**
     * @param maxBatch the most ids that one request may ask for; 1 to 1,000,000
     * @param nodes makes the node of the name that init gives; called until it has made one. May take its time, and may
     *     refuse the name by a {@link io.snowkeeper.node.service.RequestRefusedException}
     * @throws IllegalArgumentException if a value is out of its range
     */
    public StdioServer(int maxBatch, Function<String, ? extends Responder> nodes) {
        LineServerSettings.requireBatchLimit(maxBatch);
        this.decoder = new RequestDecoder(maxBatch);
        this.nodes = nodes;
    }

    /**
     * Answers lines until the input ends, or a line is too long. Closes neither stream.
     *
     * @throws IOException if a stream fails
     */
    public void run(InputStream input, OutputStream output) throws IOException {
        LineSession session = new LineSession(new NodeNamedAtInit(nodes), decoder, null);
        LineBuffer lines = new LineBuffer(UnpooledByteBufAllocator.DEFAULT, LineLimits.MAX_LONG_LINE);
        try {
            answerAll(session, lines, input, output);
        } finally {
            lines.release();
        }
    }

    private static void answerAll(LineSession session, LineBuffer lines, InputStream input, OutputStream output)
            throws IOException {
        byte[] read = new byte[READ_SIZE];
        int length = input.read(read);
        while (length >= 0) {
            lines.append(Unpooled.copiedBuffer(read, 0, length));
            if (!answerWhole(session, lines, output)) {
                log.warn("The input is not read any further: a line is longer than allowed");
                return;
            }
            length = input.read(read);
        }
        ByteBuf line = lines.lastLine();
        if (line != null) {
            answer(session, line, output);
        }
    }

    private static boolean answerWhole(LineSession session, LineBuffer lines, OutputStream output) throws IOException {
        ByteBuf line = lines.nextLine();
        while (line != null) {
            if (!answer(session, line, output)) {
                return false;
            }
            line = lines.nextLine();
        }
        if (!lines.isTooLong()) {
            return true;
        }
        ByteBuf out = Unpooled.buffer();
        session.refuseLongLine(out);
        send(out, output);
        return false;
    }

    private static boolean answer(LineSession session, ByteBuf line, OutputStream output) throws IOException {
        ByteBuf out = Unpooled.buffer();
        boolean goesOn = session.answer(line, out);
        send(out, output);
        return goesOn;
    }

    private static void send(ByteBuf line, OutputStream output) throws IOException {
        line.readBytes(output, line.readableBytes());
        output.flush();
    }
}
