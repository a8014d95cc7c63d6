package io.snowkeeper.node.net;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;

/**
 * A transport by epoll for connections whose client ends its side early. Such a connection waits for no event at all
 * while it has nothing to write. Netty 4.2.18 then takes it out of the epoll set, and does not put it in again when it
 * has to wait for room to write: the write fails, and the rest of the answers is lost. So we let it wait for errors,
 * which the operating system reports in any case.
 */
final class KeptEpollRegistrations implements IoHandler {

    private final IoHandler epoll;

    private KeptEpollRegistrations(IoHandler epoll) {
        this.epoll = epoll;
    }

    static IoHandlerFactory newFactory(SelectStrategyFactory select) {
        IoHandlerFactory epoll = EpollIoHandler.newFactory(0, select);
        return executor -> new KeptEpollRegistrations(epoll.newHandler(executor));
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return new KeptRegistration(epoll.register(handle));
    }

    @Override
    public void initialize() {
        epoll.initialize();
    }

    @Override
    public int run(IoHandlerContext context) {
        return epoll.run(context);
    }

    @Override
    public void prepareToDestroy() {
        epoll.prepareToDestroy();
    }

    @Override
    public void destroy() {
        epoll.destroy();
    }

    @Override
    public void wakeup() {
        epoll.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return epoll.isCompatible(handleType);
    }

    private record KeptRegistration(IoRegistration epoll) implements IoRegistration {

        @Override
        public long submit(IoOps ops) {
            return epoll.submit(EpollIoOps.NONE.equals(ops) ? EpollIoOps.EPOLLERR : ops);
        }

        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals") // Netty's signature.
        public <T> T attachment() {
            return epoll.attachment();
        }

        @Override
        public boolean isValid() {
            return epoll.isValid();
        }

        @Override
        public boolean cancel() {
            return epoll.cancel();
        }
    }
}
