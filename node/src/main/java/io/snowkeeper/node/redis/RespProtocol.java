package io.snowkeeper.node.redis;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.snowkeeper.node.net.connection.ProxiedPort;
import io.snowkeeper.node.redis.codec.AnswerWriter;
import io.snowkeeper.node.redis.codec.Messages;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.stream.StreamProtocol;
import io.snowkeeper.node.stream.StreamSession;
import io.snowkeeper.node.tls.handshake.Subject;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Redis' protocol, as its port speaks it. */
final class RespProtocol implements StreamProtocol {

    private final CommandSet commands;
    private final Optional<AdminToken> token;
    private final AtomicLong connections = new AtomicLong();

    /** @param token what those have to show who change what a sequence is, if anything */
    RespProtocol(CommandSet commands, Optional<AdminToken> token) {
        this.commands = commands;
        this.token = token;
    }

    @Override
    public ProxiedPort port() {
        return ProxiedPort.REDIS;
    }

    /** In the words by which clients know that they may connect again later, whatever limit it is. */
    @Override
    public ByteBuf refusal(Answer.Refusal refusal) {
        ByteBuf out = Unpooled.buffer();
        var unused = AnswerWriter.write(out, Messages.error("ERR", "max number of clients reached"), false);
        return out;
    }

    @Override
    public StreamSession session(NodeService service, Channel channel, Peer peer, RequestCounters tally) {
        Connection connection = new Connection(connections.incrementAndGet(), peer, new Subject(channel), token);
        return new RespSession(service, commands, connection, tally, channel.alloc());
    }
}
