package io.snowkeeper.node.http;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.http.routing.Problem;
import io.snowkeeper.node.net.ConnectionRegistry;
import io.snowkeeper.node.tls.handshake.TlsPort;
import java.util.Optional;

/** Admits connections up to the limits. A refused one gets an answer, and is closed. */
@ChannelHandler.Sharable
@SuppressWarnings("FutureReturnValueIgnored") // The result of a close needs no handling.
final class HttpConnections extends ChannelInboundHandlerAdapter {

    private final ConnectionRegistry open;

    /** The event by which a server announces its stop to a connection. */
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
