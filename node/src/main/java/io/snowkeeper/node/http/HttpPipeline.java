package io.snowkeeper.node.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.IdleStateHandler;
import io.snowkeeper.node.access.AccessControl;
import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.net.BacklogLimit;
import io.snowkeeper.node.net.LingeringClose;
import io.snowkeeper.node.net.connection.PortRules;
import io.snowkeeper.node.tls.handshake.TlsPort;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The pipeline of a connection, from the socket to the answer. */
final class HttpPipeline extends ChannelInitializer<Channel> {

    private static final int MAX_CHUNK = 8 * 1024;

    private final Optional<TlsPort> tls;
    private final PortRules rules;
    private final HttpServerSettings settings;
    private final HttpConnections connections;
    private final Backlog backlog;
    private final RequestReader reader;
    private final AccessControl access;
    private final HttpObserver observer;

    HttpPipeline(
            Optional<TlsPort> tls,
            PortRules rules,
            HttpServerSettings settings,
            HttpConnections connections,
            Backlog backlog,
            RequestReader reader,
            HttpObserver observer) {
        this.tls = tls;
        this.rules = rules;
        this.settings = settings;
        this.connections = connections;
        this.backlog = backlog;
        this.reader = reader;
        this.access = new AccessControl("http", settings.security());
        this.observer = observer;
    }

    @Override
    protected void initChannel(Channel channel) {
        ChannelPipeline pipeline = channel.pipeline();
        // With the output observed, a client that takes a long answer slowly is not idle.
        pipeline.addLast(
                "idle", new IdleStateHandler(true, 0, 0, settings.idleTimeout().toMillis(), TimeUnit.MILLISECONDS));
        rules.admit(channel, () -> addRest(channel));
    }

    private void addRest(Channel channel) {
        RequestDeadline deadline = new RequestDeadline(settings.requestTimeout());
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addLast("linger", new LingeringClose());
        tls.ifPresent(port -> port.addTo(channel, backlog));
        pipeline.addLast("connections", connections);
        rules.limitAge(pipeline);
        pipeline.addLast("backlog", new BacklogLimit(backlog));
        pipeline.addLast("input", new PiecewiseInput(backlog));
        pipeline.addLast("deadline", deadline);
        pipeline.addLast(
                "http",
                new HttpServerCodec(new HttpDecoderConfig()
                        .setMaxInitialLineLength(HttpLimits.MAX_REQUEST_LINE)
                        .setMaxHeaderSize(HttpLimits.MAX_HEADERS)
                        .setMaxChunkSize(MAX_CHUNK)
                        .setHeadersFactory(CountedHeaders.FACTORY)
                        .setTrailersFactory(CountedHeaders.FACTORY)));
        pipeline.addLast("share", new BodyShare(backlog));
        pipeline.addLast("body", new BodyCollector());
        pipeline.addLast("exchange", new HttpExchangeHandler(reader, access, deadline, observer));
    }
}
