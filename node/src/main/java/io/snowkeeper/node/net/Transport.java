package io.snowkeeper.node.net;

import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.nio.channels.spi.SelectorProvider;

/** The transport of sockets: by the operating system's own call where we have it, portably elsewhere. */
public enum Transport {
    EPOLL(EpollServerSocketChannel.class) {
        @Override
        IoHandlerFactory ioHandler(SelectStrategyFactory select) {
            return KeptEpollRegistrations.newFactory(select);
        }
    },
    NIO(NioServerSocketChannel.class) {
        @Override
        IoHandlerFactory ioHandler(SelectStrategyFactory select) {
            return NioIoHandler.newFactory(SelectorProvider.provider(), select);
        }
    };

    private final Class<? extends ServerChannel> serverChannel;

    Transport(Class<? extends ServerChannel> serverChannel) {
        this.serverChannel = serverChannel;
    }

    /** Returns the best one that works here. */
    public static Transport best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    /** Returns a factory of event loops' handlers; for the loops of one server, which share the limits. */
    public IoHandlerFactory ioHandler(BusyPoll poll) {
        return ioHandler(poll.nanos() > 0 ? BusyPollingSelect.factory(poll) : DefaultSelectStrategyFactory.INSTANCE);
    }

    abstract IoHandlerFactory ioHandler(SelectStrategyFactory select);

    public Class<? extends ServerChannel> serverChannel() {
        return serverChannel;
    }
}
