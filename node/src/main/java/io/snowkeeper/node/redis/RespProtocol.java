package io.snowkeeper.node.redis;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.snowkeeper.node.access.AccessControl;
import io.snowkeeper.node.net.connection.ProxiedPort;
import io.snowkeeper.node.redis.codec.AnswerWriter;
import io.snowkeeper.node.redis.codec.Messages;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.security.SecuritySettings;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.stream.StreamProtocol;
import io.snowkeeper.node.stream.StreamSession;
import io.snowkeeper.node.tls.handshake.CertificateNames;
import io.snowkeeper.node.tls.handshake.Subject;
import java.util.concurrent.atomic.AtomicLong;

/** Redis' protocol, as its port speaks it. */
final class RespProtocol implements StreamProtocol {

    private final CommandSet commands;
    private final AccessControl access;
    private final AtomicLong connections = new AtomicLong();

    /** @param security the rights of clients */
    RespProtocol(CommandSet commands, SecuritySettings security) {
        this.commands = commands;
        this.access = new AccessControl(name(), security);
    }

    @Override
    public ProxiedPort port() {
        return ProxiedPort.REDIS;
    }

    /** In the words by which clients know that they may connect again later, for every limit. */
    @Override
    public ByteBuf refusal(Answer.Refusal refusal) {
        ByteBuf out = Unpooled.buffer();
        var unused = AnswerWriter.write(out, Messages.error("ERR", "max number of clients reached"), false);
        return out;
    }

    @Override
    public StreamSession session(NodeService service, Channel channel, Peer peer, RequestCounters tally) {
        Subject subject = new Subject(channel);
        Connection connection = new Connection(
                connections.incrementAndGet(), subject, access.connected(peer, new CertificateNames(channel), subject));
        return new RespSession(service, commands, connection, tally, channel.alloc());
    }
}
