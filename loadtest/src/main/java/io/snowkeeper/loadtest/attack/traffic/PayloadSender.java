package io.snowkeeper.loadtest.attack.traffic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;

/** A handler that sends a payload as fast as the node takes it, and reads the answers or leaves them unread. */
@SuppressWarnings("FutureReturnValueIgnored") // The close of a connection shows its outcome.
final class PayloadSender extends ChannelInboundHandlerAdapter {

    /** So that a connection keeps no copy of a long payload that the node does not take. */
    private static final int SLICE = 1 << 14;

    /** So that one connection does not keep all others from sending. */
    private static final int SLICES_IN_A_ROW = 16;

    /** The treatment of answers. */
    enum Answers {
        READ,
        LEFT
    }

    private final Payload payload;
    private final Answers answers;
    private final Traffic traffic;
    private final AnswerCount count = new AnswerCount();
    private long part;
    private int position;
    private boolean waiting;

    PayloadSender(Payload payload, Answers answers, Traffic traffic) {
        this.payload = payload;
        this.answers = answers;
        this.traffic = traffic;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        SslHandler tls = context.pipeline().get(SslHandler.class);
        if (tls == null) {
            begin(context);
        } else {
            tls.handshakeFuture().addListener(shaken -> {
                if (shaken.isSuccess()) {
                    begin(context);
                }
            });
        }
    }

    private void begin(ChannelHandlerContext context) {
        traffic.begun();
        context.channel().config().setAutoRead(answers == Answers.READ);
        sendLater(context, 0);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable() && part + position > 0) {
            sendLater(context, 0);
        }
    }

    /** Never at once: a write may report that the channel is writable again before it returns. */
    private void sendLater(ChannelHandlerContext context, long delayMillis) {
        if (!waiting) {
            waiting = true;
            Runnable turn = () -> {
                waiting = false;
                send(context);
            };
            if (delayMillis == 0) {
                context.executor().execute(turn);
            } else {
                context.executor().schedule(turn, delayMillis, TimeUnit.MILLISECONDS);
            }
        }
    }

    private void send(ChannelHandlerContext context) {
        Channel channel = context.channel();
        for (int slices = 0;
                payload.has(part, count.answers()) && channel.isActive() && channel.isWritable();
                slices++) {
            if (slices == SLICES_IN_A_ROW) {
                sendLater(context, 0);
                return;
            }
            boolean pausing = sendSlice(context);
            if (pausing) {
                sendLater(context, payload.pause().toMillis());
                return;
            }
        }
    }

    /** Returns whether it is time for a pause. */
    private boolean sendSlice(ChannelHandlerContext context) {
        ByteBuf slice = context.alloc().directBuffer(SLICE);
        boolean pausing = false;
        while (!pausing && slice.writableBytes() > 0 && payload.has(part, count.answers())) {
            byte[] bytes = payload.part(part);
            int length = Math.min(slice.writableBytes(), bytes.length - position);
            slice.writeBytes(bytes, position, length);
            position += length;
            if (position == bytes.length) {
                position = 0;
                part++;
                pausing = !payload.pause().isZero();
            }
        }
        int length = slice.readableBytes();
        context.writeAndFlush(slice).addListener(written -> {
            if (written.isSuccess()) {
                traffic.sent(length);
            }
        });
        return pausing;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        traffic.received(bytes.readableBytes());
        count.add(bytes);
        bytes.release();
        sendLater(context, 0);
    }

    /** The node has ended the connection its way, which may be rude. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
