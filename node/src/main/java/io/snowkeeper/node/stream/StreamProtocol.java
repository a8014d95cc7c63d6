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

    /** Returns what its port is called in the log and its threads are named after. */
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

    /** Ends what the protocol needs beside the loops. Idempotent. */
    @Override
    default void close() {}
}
