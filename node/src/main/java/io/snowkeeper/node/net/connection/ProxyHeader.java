package io.snowkeeper.node.net.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.Future;
import io.snowkeeper.coordinator.log.DefectLog;
import io.snowkeeper.node.net.ConnectionRegistry;
import io.snowkeeper.node.net.MemoryExhaustion;
import io.snowkeeper.node.security.ProxiedAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A handler that waits for a proxy to name its client. The rest of the connection is set up only then, and sees the
 * address of that client.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The result of a close needs no handling.
final class ProxyHeader extends SimpleChannelInboundHandler<HAProxyMessage> {

    private static final Logger log = LoggerFactory.getLogger(ProxyHeader.class);

    private static final DefectLog defects = new DefectLog(log);

    /** From the connection to the end of the header. */
    static final int SECONDS = 5;

    private final ProxyLog refusals;
    private final String port;
    private final Runnable rest;
    private @Nullable Future<?> end;

    /**
     * @param port the port's name in the log
     * @param rest adds the connection's other handlers
     */
    ProxyHeader(String port, Runnable rest, ProxyLog refusals) {
        this.port = port;
        this.rest = rest;
        this.refusals = refusals;
    }

    /** The other handlers do not know the connection yet. */
    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        end = ctx.executor()
                .schedule(() -> refuse(ctx, "no header within %s s".formatted(SECONDS)), SECONDS, TimeUnit.SECONDS);
    }

    /** They do not hear of its end either. */
    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        log.debug("{} left the {} port before it had sent a header", ctx.channel(), port);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HAProxyMessage header) {
        Channel channel = ctx.channel();
        ProxiedAddress client = clientOf(header, (InetSocketAddress) channel.remoteAddress());
        log.debug("{} is for {}", channel, client);
        ConnectionRegistry.setAddress(channel, client);
        rest.run();
        ctx.fireChannelActive();
        ctx.pipeline().remove(this);
    }

    /** Returns the connection's client: the proxy itself where it checks the node, or does not know. */
    private static ProxiedAddress clientOf(HAProxyMessage header, InetSocketAddress proxy) {
        String source = header.sourceAddress();
        byte[] bytes = source == null ? null : NetUtil.createByteArrayFromIpAddressString(source);
        return bytes == null ? ProxiedAddress.of(proxy) : new ProxiedAddress(Addresses.of(bytes), header.sourcePort());
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            // As checks do that only connect.
            log.debug("{} ends at the {} port before it has sent a header", ctx.channel(), port);
            ctx.close();
        } else if (event instanceof IdleStateEvent) {
            refuse(ctx, "no header before the idle timeout");
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof DecoderException) {
            // The decoder has closed the connection already.
            refuse(ctx, "no header that can be read (%s)".formatted(cause.getMessage()));
            return;
        }
        if (!(cause instanceof IOException) && !MemoryExhaustion.isOfBuffers(ctx.channel(), cause)) {
            defects.failed("%s is closed by a defect".formatted(ctx.channel()), cause);
        }
        ctx.close();
    }

    private void refuse(ChannelHandlerContext ctx, String reason) {
        refusals.refused(port, ctx.channel().remoteAddress(), reason);
        ctx.close();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (end != null) {
            end.cancel(false);
        }
    }
}
