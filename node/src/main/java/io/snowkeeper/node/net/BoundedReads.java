package io.snowkeeper.node.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * An allocator of the buffers that connections are read into: one read, up to 64 KiB, and then others have their turn.
 * While the node's {@link Backlog} is full a read is short: ten thousand connections with a large one each would exceed
 * the bound. Thread-safe; a handle belongs to its connection's loop.
 */
public final class BoundedReads implements RecvByteBufAllocator {

    private final RecvByteBufAllocator sizes = new AdaptiveRecvByteBufAllocator().maxMessagesPerRead(1);
    private final Backlog node;

    public BoundedReads(Backlog node) {
        this.node = node;
    }

    @Override
    public ExtendedHandle newHandle() {
        return new BoundedHandle((ExtendedHandle) sizes.newHandle(), node);
    }

    private record BoundedHandle(ExtendedHandle sizes, Backlog node) implements ExtendedHandle {

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            return node.isFull() ? allocator.ioBuffer(guess()) : sizes.allocate(allocator);
        }

        @Override
        public int guess() {
            return node.isFull() ? Math.min(InputShare.FREE, sizes.guess()) : sizes.guess();
        }

        @Override
        public void reset(ChannelConfig config) {
            sizes.reset(config);
        }

        @Override
        public void incMessagesRead(int count) {
            sizes.incMessagesRead(count);
        }

        @Override
        public void lastBytesRead(int bytes) {
            sizes.lastBytesRead(bytes);
        }

        @Override
        public int lastBytesRead() {
            return sizes.lastBytesRead();
        }

        @Override
        public void attemptedBytesRead(int bytes) {
            sizes.attemptedBytesRead(bytes);
        }

        @Override
        public int attemptedBytesRead() {
            return sizes.attemptedBytesRead();
        }

        @Override
        public boolean continueReading() {
            return sizes.continueReading();
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMore) {
            return sizes.continueReading(maybeMore);
        }

        @Override
        public void readComplete() {
            sizes.readComplete();
        }
    }
}
