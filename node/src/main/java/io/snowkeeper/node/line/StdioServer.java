package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.node.service.InitGate;
import io.snowkeeper.node.service.Responder;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.stream.StreamSession;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * A server of the line protocol over a pair of streams, as a node of Maelstrom is: the first request is init, and names
 * the node. Only answers are written, each flushed.
 */
public final class StdioServer {

    private static final int READ_SIZE = 64 * 1024;

    /** How often it is looked whether the next tick has come. */
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final RequestDecoder decoder;
    private final Function<Request.Init, ? extends Responder> nodes;

    /**
     * @param maxBatch the most ids that one request may ask for; 1 to 1,000,000
     * @param nodes makes the node that init names; called until it has made one. May take its time, and may refuse the
     *     init by a {@link io.snowkeeper.node.service.message.RequestRefusedException}
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
        try {
            answerAll(session, input, output);
        } finally {
            session.end();
        }
    }

    private static void answerAll(LineSession session, InputStream input, OutputStream output) throws IOException {
        byte[] read = new byte[READ_SIZE];
        StreamSession.Step step = answerNext(session, output);
        while (step != StreamSession.Step.ENDED) {
            if (step == StreamSession.Step.NEEDS_INPUT) {
                int length = input.read(read);
                if (length < 0) {
                    session.endInput();
                } else {
                    session.append(Unpooled.copiedBuffer(read, 0, length));
                }
            }
            if (step == StreamSession.Step.PENDING) {
                await(session);
            }
            step = answerNext(session, output);
        }
    }

    /**
     * Waits for the answer that is pending, or a part of it. Only here that is right: there is no other client to go on
     * with.
     */
    private static void await(LineSession session) {
        while (!session.advance()) {
            session.pending()
                    .awaited()
                    .ifPresentOrElse(
                            stage -> stage.handle((done, failure) -> true)
                                    .toCompletableFuture()
                                    .join(),
                            () -> LockSupport.parkNanos(LOOK_NANOS));
        }
    }

    private static StreamSession.Step answerNext(LineSession session, OutputStream output) throws IOException {
        ByteBuf out = Unpooled.buffer();
        StreamSession.Step step = session.answerNext(out);
        if (out.isReadable()) {
            out.readBytes(output, out.readableBytes());
            output.flush();
        }
        return step;
    }
}
