package io.snowkeeper.node.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;

/** The pipeline of a port's listening socket, for new connections. */
public final class ListenerPipeline extends ChannelInitializer<Channel> {

    /** How many connections may wait in the kernel to be accepted; the kernel may allow fewer. */
    public static final int BACKLOG = 4096;

    private final String port;
    private final SocketLimit sockets;

    /**
     * @param port the port's name in the log
     * @param sockets counts those of all ports
     */
    public ListenerPipeline(String port, SocketLimit sockets) {
        this.port = port;
        this.sockets = sockets;
    }

    @Override
    protected void initChannel(Channel listener) {
        AcceptPause pause = new AcceptPause();
        AcceptLimit limit = new AcceptLimit(port, pause, sockets, System::nanoTime);
        listener.pipeline()
                .addLast(
                        limit,
                        new AcceptPace(pause, limit::open, System::nanoTime),
                        new AcceptFailures(port, pause, System::nanoTime));
    }
}
