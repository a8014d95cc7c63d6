package io.snowkeeper.loadtest.gatling;

import static java.util.Objects.requireNonNull;

import io.gatling.core.session.Session;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A virtual user's connection. Used on the event loop of the user only, which serves other users too: a client that blocks
 * cannot be used here.
 */
final class UserConnection extends SimpleChannelInboundHandler<ByteBuf> {

    private static final String ATTRIBUTE = "snowkeeper.connection";

    /** A batch of 100,000 ids has 2 MB. */
    private static final int MAX_LINE = 16 << 20;

    private @Nullable Channel channel;
    private @Nullable Listener listener;
    private String end = "connection closed by the server";

    /** A listener for answers. */
    interface Listener {

        /** An answer came; its bytes are gone after the call. */
        void answered(ByteBuf line);

        /** No more answers will come. */
        void ended(String why);
    }

    /** Begins to connect. The future completes on the event loop. */
    static ChannelFuture open(EventLoop loop, InetSocketAddress server, Duration timeout, UserConnection connection) {
        return new Bootstrap()
                .group(loop)
                .channel(channelOf(loop))
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) Math.min(timeout.toMillis(), Integer.MAX_VALUE))
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel opened) {
                        opened.pipeline().addLast(new LineBasedFrameDecoder(MAX_LINE), connection);
                    }
                })
                .connect(server);
    }

    private static Class<? extends SocketChannel> channelOf(EventLoop loop) {
        boolean epoll = loop instanceof IoEventLoop io && io.isIoType(EpollIoHandler.class);
        return epoll ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    /** Returns the connection that a user has, if it is open. */
    static Optional<UserConnection> of(Session session) {
        return session.contains(ATTRIBUTE)
                ? Optional.of((UserConnection) session.attributes().apply(ATTRIBUTE))
                        .filter(UserConnection::isOpen)
                : Optional.empty();
    }

    /** Returns the session with this connection. */
    Session in(Session session) {
        return session.set(ATTRIBUTE, this);
    }

    boolean isOpen() {
        return channel != null && channel.isActive();
    }

    void listen(@Nullable Listener next) {
        listener = next;
    }

    /** Sends a line with the next flush. A failure ends the connection, and is reported by {@link Listener#ended}. */
    @SuppressWarnings("FutureReturnValueIgnored")
    void write(byte[] line) {
        Channel open = opened();
        open.write(Unpooled.wrappedBuffer(line), open.voidPromise());
    }

    void flush() {
        opened().flush();
    }

    /** Ends it, and gives the reason to each waiting request. */
    void giveUp(String why) {
        end = why;
        close();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The result of a close needs no handling.
    void close() {
        opened().close();
    }

    private Channel opened() {
        return requireNonNull(channel, "used before it was open");
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        channel = ctx.channel();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ByteBuf line) {
        if (listener == null) {
            giveUp("an answer without a request");
        } else {
            listener.answered(line);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        Listener waiting = listener;
        if (waiting != null) {
            waiting.ended(end);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        giveUp(String.valueOf(cause.getMessage()));
    }
}
