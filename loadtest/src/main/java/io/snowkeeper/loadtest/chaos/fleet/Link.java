package io.snowkeeper.loadtest.chaos.fleet;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/**
 * A network link from a node to one ZooKeeper server: a port that forwards everything, unless it is broken. Bytes held
 * back by a broken link arrive when it is mended, as with TCP over a network that lost packets.
 *
 * <p>Thread-safe: the event loop does each operation, which is done when the call returns.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A connection that cannot be closed or written is gone already.
public final class Link {

    private final EventLoop loop;
    private final InetSocketAddress server;
    private final Set<Connection> connections = new HashSet<>();
    private final Set<Direction> held = EnumSet.noneOf(Direction.class);
    private boolean refusing;
    private volatile long delayMillis;

    /** Both ends of one connection. */
    private record Connection(Channel node, Channel server) {

        Channel source(Direction way) {
            return way == Direction.TO_SERVER ? node : server;
        }
    }

    private Link(EventLoop loop, InetSocketAddress server) {
        this.loop = loop;
        this.server = server;
    }

    /** Opens one at a port of this machine, which hands everything on at once. */
    public static Link open(EventLoop loop, int port, InetSocketAddress server) throws InterruptedException {
        Link link = new Link(loop, server);
        new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel node) {
                        link.connect(node);
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), port)
                .sync();
        return link;
    }

    /** Hands everything on again, at once. */
    public void mend() throws InterruptedException {
        onLoop(() -> {
            held.clear();
            refusing = false;
            delayMillis = 0;
            read();
        });
    }

    /** Hands nothing on that goes that way. Connections stay open, and new ones are taken. */
    public void hold(Direction way) throws InterruptedException {
        onLoop(() -> {
            held.add(way);
            read();
        });
    }

    /** Hands everything on that much later. */
    public void delay(long millis) throws InterruptedException {
        onLoop(() -> delayMillis = millis);
    }

    /** Closes all connections, and refuses new ones. */
    public void refuse() throws InterruptedException {
        onLoop(() -> {
            refusing = true;
            for (Connection connection : Set.copyOf(connections)) {
                connection.node().close();
                connection.server().close();
            }
        });
    }

    private void onLoop(Runnable change) throws InterruptedException {
        loop.submit(change).sync();
    }

    private void connect(Channel node) {
        if (refusing) {
            node.close();
            return;
        }
        ChannelFuture connecting = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInboundHandlerAdapter())
                .connect(server);
        connecting.addListener(done -> {
            if (done.isSuccess() && node.isActive() && !refusing) {
                join(new Connection(node, connecting.channel()));
            } else {
                node.close();
                connecting.channel().close();
            }
        });
    }

    private void join(Connection connection) {
        connections.add(connection);
        connection.node().closeFuture().addListener(closed -> connections.remove(connection));
        connection.node().pipeline().addLast(new Relay(connection.server(), () -> delayMillis));
        connection.server().pipeline().addLast(new Relay(connection.node(), () -> delayMillis));
        read();
    }

    private void read() {
        for (Connection connection : connections) {
            for (Direction way : Direction.values()) {
                connection.source(way).config().setAutoRead(!held.contains(way));
            }
        }
    }
}
