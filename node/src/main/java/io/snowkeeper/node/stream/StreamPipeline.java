package io.snowkeeper.node.stream;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.net.BacklogLimit;
import io.snowkeeper.node.net.IdleWatch;
import io.snowkeeper.node.net.LingeringClose;
import io.snowkeeper.node.net.connection.PortRules;
import io.snowkeeper.node.tls.handshake.TlsPort;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** The pipeline of a connection, from the socket to the answer. */
final class StreamPipeline extends ChannelInitializer<Channel> {

    private final Optional<TlsPort> tls;
    private final PortRules rules;
    private final AdmissionHandler connections;
    private final Duration idleTimeout;
    private final Backlog backlog;
    private final Function<Channel, StreamSession> sessions;

    /**
     * @param tls empty for a plain connection
     * @param sessions makes the session of a connection, for its loop and its client
     */
    StreamPipeline(
            Optional<TlsPort> tls,
            PortRules rules,
            AdmissionHandler connections,
            Duration idleTimeout,
            Backlog backlog,
            Function<Channel, StreamSession> sessions) {
        this.tls = tls;
        this.rules = rules;
        this.connections = connections;
        this.idleTimeout = idleTimeout;
        this.backlog = backlog;
        this.sessions = sessions;
    }

    @Override
    protected void initChannel(Channel channel) {
        ChannelPipeline pipeline = channel.pipeline();
        if (!idleTimeout.isZero()) {
            pipeline.addLast(new IdleWatch(idleTimeout.toNanos()));
        }
        rules.admit(channel, () -> addRest(channel));
    }

    private void addRest(Channel channel) {
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addLast(new LingeringClose());
        tls.ifPresent(port -> port.addTo(channel, backlog));
        pipeline.addLast(connections);
        rules.limitAge(pipeline);
        pipeline.addLast(new BacklogLimit(backlog));
        pipeline.addLast(new StreamHandler(sessions.apply(channel), backlog));
    }
}
