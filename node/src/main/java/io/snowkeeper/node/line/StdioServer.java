package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.snowkeeper.node.line.codec.LineBuffer;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.node.service.InitGate;
import io.snowkeeper.node.service.Responder;
import io.snowkeeper.node.service.message.Request;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Function;

/**
 * A server of the line protocol over a pair of streams, as a node of Maelstrom is: the first request is init, and names
 * the node. Only answers are written, each flushed.
 */
public final class StdioServer {

    private static final int READ_SIZE = 64 * 1024;

    private final RequestDecoder decoder;
    private final Function<Request.Init, ? extends Responder> nodes;

    /**
     * @param maxBatch the most ids that one request may ask for; 1 to 1,000,000
     * @param nodes makes the node that init names; called until it has made one. May take its time, and may refuse what
     *     init says by a {@link io.snowkeeper.node.service.message.RequestRefusedException}
     * @throws IllegalArgumentException if a value is out of its range
     */
    public StdioServer(int maxBatch, Function<Request.Init, ? extends Responder> nodes) {
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
        LineSession session = new LineSession(new InitGate(nodes), decoder, null);
        LineExchange exchange = new LineExchange(session, LineBuffer.ofRequests(UnpooledByteBufAllocator.DEFAULT));
        try {
            answerAll(exchange, input, output);
        } finally {
            exchange.end();
        }
    }

    private static void answerAll(LineExchange exchange, InputStream input, OutputStream output) throws IOException {
        byte[] read = new byte[READ_SIZE];
        LineExchange.Step step = answerNext(exchange, output);
        while (step != LineExchange.Step.ENDED) {
            if (step == LineExchange.Step.NEEDS_INPUT) {
                int length = input.read(read);
                if (length < 0) {
                    exchange.endInput();
                } else {
                    exchange.append(Unpooled.copiedBuffer(read, 0, length));
                }
            }
            if (step == LineExchange.Step.PENDING) {
                exchange.await();
            }
            step = answerNext(exchange, output);
        }
    }

    private static LineExchange.Step answerNext(LineExchange exchange, OutputStream output) throws IOException {
        ByteBuf out = Unpooled.buffer();
        LineExchange.Step step = exchange.answerNext(out);
        if (out.isReadable()) {
            out.readBytes(output, out.readableBytes());
            output.flush();
        }
        return step;
    }
}
