package io.snowkeeper.node.line;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;

/** How sockets are driven: by the operating system's own call where we have it, portably elsewhere. */
enum Transport {
    EPOLL(EpollServerSocketChannel.class) {
        @Override
        IoHandlerFactory ioHandler() {
            return KeptEpollRegistrations.newFactory();
        }
    },
    NIO(NioServerSocketChannel.class) {
        @Override
        IoHandlerFactory ioHandler() {
            return NioIoHandler.newFactory();
        }
    };

    private final Class<? extends ServerChannel> serverChannel;

    Transport(Class<? extends ServerChannel> serverChannel) {
        this.serverChannel = serverChannel;
    }

    /** Returns the best one that works here. */
    static Transport best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    abstract IoHandlerFactory ioHandler();

    Class<? extends ServerChannel> serverChannel() {
        return serverChannel;
    }
}
