package io.snowkeeper.node.tls.handshake;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandler;
import io.snowkeeper.node.tls.ClientTls;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Queue;
import javax.net.ssl.SSLEngine;

/** A client of TLS 1.3 that sends the end of its handshake, a request and {@code close_notify} at once, and then no more. */
public final class CoalescedFlight {

    private final Socket socket;
    private final SslHandler tls;
    private final EmbeddedChannel channel;

    private CoalescedFlight(Socket socket, SSLEngine engine) {
        this.socket = socket;
        tls = new SslHandler(engine);
        channel = new EmbeddedChannel(tls);
    }

    /** Returns all that is answered. */
    public static String exchange(Socket socket, ClientTls client, String request) throws Exception {
        SSLEngine engine = client.context().createSSLEngine("127.0.0.1", 0);
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(new String[] {"TLSv1.3"});
        return new CoalescedFlight(socket, engine).exchange(request);
    }

    private String exchange(String request) throws IOException {
        send();
        while (!tls.handshakeFuture().isSuccess()) {
            receive();
            if (!tls.handshakeFuture().isSuccess()) {
                send();
            }
        }
        channel.writeOutbound(Unpooled.copiedBuffer(request, US_ASCII));
        tls.closeOutbound();
        send();
        socket.shutdownOutput();
        while (receive()) {
            // It is examined when it is whole.
        }
        return text(channel.inboundMessages());
    }

    private void send() throws IOException {
        ByteBuf bytes = Unpooled.buffer();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            bytes.writeBytes(part);
            part.release();
        }
        bytes.readBytes(socket.getOutputStream(), bytes.readableBytes());
    }

    /** Returns whether there may be more. */
    private boolean receive() throws IOException {
        InputStream in = socket.getInputStream();
        byte[] bytes = new byte[1 << 16];
        int length = in.read(bytes);
        if (length > 0) {
            channel.writeInbound(Unpooled.copiedBuffer(bytes, 0, length));
        } else if (!tls.handshakeFuture().isSuccess()) {
            throw new IOException("the node has ended the handshake");
        }
        return length > 0;
    }

    private static String text(Queue<Object> parts) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            ByteBuf bytes = (ByteBuf) part;
            text.append(bytes.toString(US_ASCII));
            bytes.release();
        }
        return text.toString();
    }
}
