package io.snowkeeper.node.stream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.snowkeeper.node.net.connection.ProxiedPort;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.message.Answer;

/** A protocol that a {@link StreamServer} speaks. Thread-safe. */
public interface StreamProtocol extends AutoCloseable {

    /** Returns which port it is spoken at. */
    ProxiedPort port();

    /** Returns its port's name in the log, which its threads have, too. */
    default String name() {
        return port().text();
    }

    /** Returns the answer to a client that is not let in, not of the pool. */
    ByteBuf refusal(Answer.Refusal refusal);

    /**
     * Makes the session of a connection.
     *
     * @param peer where its client is
     * @param tally where the answers are counted; of the thread that uses the session
     */
    StreamSession session(NodeService service, Channel channel, Peer peer, RequestCounters tally);

    /** Releases the protocol's resources beside the loops. Idempotent. */
    @Override
    default void close() {}
}
