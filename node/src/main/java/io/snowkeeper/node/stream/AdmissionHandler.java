package io.snowkeeper.node.stream;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.net.ConnectionRegistry;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.tls.handshake.TlsPort;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The handler that admits as many connections as are allowed. One that is not gets an answer that says so, and is closed. */
@ChannelHandler.Sharable
@SuppressWarnings("FutureReturnValueIgnored") // The result of a close needs no handling.
final class AdmissionHandler extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(AdmissionHandler.class);

    private final ConnectionRegistry open;
    private final StreamProtocol protocol;

    /** @param protocol the protocol of refusals */
    AdmissionHandler(ConnectionRegistry open, StreamProtocol protocol) {
        this.open = open;
        this.protocol = protocol;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        Optional<String> refusal = open.admit(ctx.channel());
        if (refusal.isPresent()) {
            refuse(ctx, refusal.get());
            return;
        }
        ctx.fireChannelActive();
        open.tellIfStopping(ctx);
    }

    private void refuse(ChannelHandlerContext ctx, String reason) {
        log.debug("{} is refused: {}", ctx.channel(), reason);
        if (TlsPort.isUsedOn(ctx.channel())) {
            // An answer would cost a handshake, which is more than many requests do.
            ctx.close();
            return;
        }
        Answer.Refusal refusal = Answer.Refusal.forNow(UnavailableReason.TOO_MANY_CONNECTIONS, reason);
        ctx.pipeline().addAfter(ctx.name(), null, new DropInput());
        ctx.writeAndFlush(protocol.refusal(refusal)).addListener(ChannelFutureListener.CLOSE);
    }

    /** A handler that drops a refused client's input. */
    private static final class DropInput extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ReferenceCountUtil.release(message);
        }
    }
}
