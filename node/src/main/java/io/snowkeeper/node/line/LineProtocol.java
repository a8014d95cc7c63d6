package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.snowkeeper.node.access.AccessControl;
import io.snowkeeper.node.line.codec.AnswerWriter;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.node.net.connection.ProxiedPort;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.stream.StreamProtocol;
import io.snowkeeper.node.stream.StreamSession;
import io.snowkeeper.node.tls.handshake.CertificateNames;
import io.snowkeeper.node.tls.handshake.Subject;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;

/** The line protocol, as its port speaks it. */
final class LineProtocol implements StreamProtocol {

    private final String node;
    private final int maxBatch;
    private final AccessControl access;

    /** Has no thread before it has something to read. */
    private final ExecutorService longLines = new LongLineThread(System::nanoTime, LockSupport::parkNanos);

    /** @param node the name that answers carry */
    LineProtocol(LineServerSettings settings, String node) {
        this.node = node;
        this.maxBatch = settings.maxBatch();
        this.access = new AccessControl(name(), settings.security());
    }

    @Override
    public ProxiedPort port() {
        return ProxiedPort.LINE;
    }

    @Override
    public ByteBuf refusal(Answer.Refusal refusal) {
        // Not of the pool, which would keep megabytes for heap buffers that nothing else needs.
        ByteBuf line = Unpooled.buffer();
        AnswerWriter.write(line, node, null, refusal, null, 0);
        return line;
    }

    @Override
    public StreamSession session(NodeService service, Channel channel, Peer peer, RequestCounters tally) {
        Subject subject = new Subject(channel);
        RequestDecoder decoder =
                new RequestDecoder(maxBatch, access.connected(peer, new CertificateNames(channel), subject), subject);
        return new LineSession(service, decoder, node, tally, channel.alloc(), longLines);
    }

    @Override
    public void close() {
        longLines.shutdownNow();
    }
}
