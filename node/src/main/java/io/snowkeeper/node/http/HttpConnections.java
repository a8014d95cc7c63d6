package io.snowkeeper.node.http;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.http.routing.Problem;
import io.snowkeeper.node.net.ConnectionRegistry;
import io.snowkeeper.node.tls.handshake.TlsPort;
import java.util.Optional;

/** Lets in as many connections as are allowed. One that is not is told so, and is closed. */
@ChannelHandler.Sharable
@SuppressWarnings("FutureReturnValueIgnored") // A close that fails has nobody to be told.
final class HttpConnections extends ChannelInboundHandlerAdapter {

    private final ConnectionRegistry open;

    /** The event that tells a connection of its server's stop. */
    enum Stop {
        /** End when the request that is under way, if there is one, has been answered. */
        WHEN_ANSWERED
    }

    HttpConnections(ConnectionRegistry open) {
        this.open = open;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        Optional<String> refusal = open.admit(ctx.channel());
        if (refusal.isPresent() && TlsPort.isUsedOn(ctx.channel())) {
            // An answer would cost a handshake, which is more than many requests do.
            ctx.close();
            return;
        }
        ctx.fireChannelActive();
        refusal.ifPresentOrElse(
                reason -> ctx.fireChannelRead(Problem.unavailable(UnavailableReason.TOO_MANY_CONNECTIONS, reason)),
                () -> open.tellIfStopping(ctx));
    }
}
