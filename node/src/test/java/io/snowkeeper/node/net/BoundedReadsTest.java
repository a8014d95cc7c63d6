package io.snowkeeper.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator.ExtendedHandle;
import org.junit.jupiter.api.Test;

class BoundedReadsTest {

    private final Backlog backlog = new Backlog(1000);
    private final ExtendedHandle reads = new BoundedReads(backlog).newHandle();

    @Test
    void aClientThatSendsMuchIsReadInLargePieces() {
        sendMuch();

        assertThat(read()).isEqualTo(64 * 1024);
    }

    @Test
    void whileTheNodeIsLeftTooMuchReadsAreShort() {
        sendMuch();
        backlog.addInput(1001);

        assertThat(read()).isEqualTo(InputShare.FREE);
    }

    private void sendMuch() {
        for (int i = 0; i < 20; i++) {
            int size = read();
            reads.attemptedBytesRead(size);
            reads.lastBytesRead(size);
            reads.readComplete();
        }
    }

    private int read() {
        ByteBuf buffer = reads.allocate(UnpooledByteBufAllocator.DEFAULT);
        int size = buffer.writableBytes();
        buffer.release();
        return size;
    }
}
