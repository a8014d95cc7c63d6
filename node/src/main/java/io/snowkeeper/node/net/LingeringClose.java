package io.snowkeeper.node.net;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection so that the client gets all that was sent to it. A socket that is closed with input unread resets
 * the connection, and the client may lose the last answers. So we end our side, read and drop further input, and close
 * when the client has ended its side or a moment has passed.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The result of a close needs no handling.
public final class LingeringClose extends ChannelDuplexHandler {

    private static final long LINGER_MILLIS = 1000;

    private boolean lingering;

    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (lingering || !(ctx.channel() instanceof DuplexChannel channel) || channel.isInputShutdown()) {
            ctx.close(promise);
            return;
        }
        lingering = true;
        channel.closeFuture().addListener(closed -> promise.trySuccess());
        channel.shutdownOutput().addListener(shutdown -> {
            if (shutdown.isSuccess()) {
                linger(ctx);
            } else {
                ctx.close();
            }
        });
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (lingering) {
            ReferenceCountUtil.release(message);
        } else {
            ctx.fireChannelRead(message);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (lingering && event == ChannelInputShutdownEvent.INSTANCE) {
            ctx.close();
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    private static void linger(ChannelHandlerContext ctx) {
        ctx.channel().config().setAutoRead(true);
        ctx.executor().schedule(() -> ctx.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
    }
}
