package io.snowkeeper.loadtest.attack.traffic;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.snowkeeper.loadtest.client.NodePorts;
import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/** A ClientHello that was recorded once, over a new connection each time, which is closed behind it: a handshake for the node to begin, and no work at all for the attacker. */
@SuppressWarnings("FutureReturnValueIgnored") // The close of a connection shows its outcome.
record ClientHelloFlood() implements Attack {

    private static final long AFTER_FAILURE_MILLIS = 100;

    @Override
    public void begin(AttackChannels channels, NodePorts target, int strength) {
        byte[] hello = recorded();
        for (int i = 0; i < strength; i++) {
            sendNext(channels, target, hello);
        }
    }

    private static void sendNext(AttackChannels channels, NodePorts target, byte[] hello) {
        var connecting = channels.open(target.line(), new ChannelInboundHandlerAdapter() {
            @Override
            public void channelActive(ChannelHandlerContext context) {
                channels.traffic().sent(hello.length);
                context.writeAndFlush(Unpooled.wrappedBuffer(hello)).addListener(ChannelFutureListener.CLOSE);
            }

            @Override
            public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                context.close();
            }
        });
        connecting.addListener(done -> {
            if (done.isSuccess()) {
                connecting.channel().closeFuture().addListener(closed -> sendNext(channels, target, hello));
            } else {
                channels.loop()
                        .schedule(() -> sendNext(channels, target, hello), AFTER_FAILURE_MILLIS, TimeUnit.MILLISECONDS);
            }
        });
    }

    private static byte[] recorded() {
        try {
            SSLEngine engine = SSLContext.getDefault().createSSLEngine();
            engine.setUseClientMode(true);
            engine.beginHandshake();
            ByteBuffer bytes = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
            engine.wrap(ByteBuffer.allocate(0), bytes);
            bytes.flip();
            byte[] hello = new byte[bytes.remaining()];
            bytes.get(hello);
            return hello;
        } catch (SSLException | NoSuchAlgorithmException e) {
            throw new IllegalStateException("no ClientHello can be recorded", e);
        }
    }
}
