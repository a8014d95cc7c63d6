package io.snowkeeper.node.net;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;

/** The transport of sockets: by the operating system's own call where we have it, portably elsewhere. */
public enum Transport {
    EPOLL(EpollServerSocketChannel.class) {
        @Override
        public IoHandlerFactory ioHandler() {
            return KeptEpollRegistrations.newFactory();
        }
    },
    NIO(NioServerSocketChannel.class) {
        @Override
        public IoHandlerFactory ioHandler() {
            return NioIoHandler.newFactory();
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

    public abstract IoHandlerFactory ioHandler();

    public Class<? extends ServerChannel> serverChannel() {
        return serverChannel;
    }
}
