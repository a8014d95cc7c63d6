package io.snowkeeper.loadtest.lines;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;

/** A socket with TLS on it. */
final class TlsChannel implements LoadChannel {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SSLEngine engine;
    private final ByteBuffer out;

    /** The bytes that were read and are no whole record. */
    private final ByteBuffer in;

    private TlsChannel(SocketChannel channel, SSLEngine engine) {
        this.channel = channel;
        this.engine = engine;
        int record = engine.getSession().getPacketBufferSize();
        out = ByteBuffer.allocateDirect(record).flip();
        in = ByteBuffer.allocateDirect(2 * record);
    }

    /** Makes the handshake. The socket has to block until that is over. */
    static TlsChannel shakeHands(SocketChannel channel, SSLEngine engine) throws IOException {
        TlsChannel wire = new TlsChannel(channel, engine);
        ByteBuffer application = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
        engine.beginHandshake();
        HandshakeStatus status = engine.getHandshakeStatus();
        while (status != HandshakeStatus.NOT_HANDSHAKING && status != HandshakeStatus.FINISHED) {
            switch (status) {
                case NEED_TASK -> engine.getDelegatedTask().run();
                case NEED_WRAP -> wire.send(NOTHING);
                default -> wire.receive(application);
            }
            status = engine.getHandshakeStatus();
        }
        return wire;
    }

    private void receive(ByteBuffer application) throws IOException {
        if (unwrap(application) == SSLEngineResult.Status.BUFFER_UNDERFLOW && channel.read(in) < 0) {
            throw new EOFException("the server ended the connection within the handshake");
        }
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        int before = bytes.remaining();
        while (bytes.hasRemaining() && flush()) {
            send(bytes);
        }
        return before - bytes.remaining();
    }

    private void send(ByteBuffer bytes) throws IOException {
        out.clear();
        SSLEngineResult result = engine.wrap(bytes, out);
        out.flip();
        flush();
        if (result.getStatus() != SSLEngineResult.Status.OK) {
            throw new EOFException("TLS has ended: " + result.getStatus());
        }
    }

    @Override
    public boolean flush() throws IOException {
        while (out.hasRemaining()) {
            if (channel.write(out) == 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int read(ByteBuffer bytes) throws IOException {
        int before = bytes.position();
        int read = channel.read(in);
        while (unwrap(bytes) == SSLEngineResult.Status.OK && in.position() > 0) {
            // The next record.
        }
        return read < 0 || engine.isInboundDone() ? -1 : bytes.position() - before;
    }

    private SSLEngineResult.Status unwrap(ByteBuffer bytes) throws IOException {
        in.flip();
        SSLEngineResult.Status status = engine.unwrap(in, bytes).getStatus();
        in.compact();
        return status;
    }
}
