package io.snowkeeper.loadtest.chaos.fleet;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.snowkeeper.testkit.net.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LinkTest {

    private static final int LONG_MILLIS = 30_000;
    private static final int SHORT_MILLIS = 300;

    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private ServerSocket server;
    private int port;
    private Link link;

    @BeforeEach
    void open() throws IOException, InterruptedException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        port = Ports.next();
        link = Link.open(
                (EventLoop) loops.next(), port, new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @Test
    void handsBothWaysOn() throws IOException {
        try (Socket node = connect();
                Socket zooKeeper = server.accept()) {
            send(node, "ask");
            send(zooKeeper, "answer");

            assertThat(receive(zooKeeper, "ask")).isEqualTo("ask");
            assertThat(receive(node, "answer")).isEqualTo("answer");
        }
    }

    @Test
    void holdsOneWayAndHandsTheOtherOn() throws IOException, InterruptedException {
        try (Socket node = connect();
                Socket zooKeeper = server.accept()) {
            link.hold(Direction.TO_SERVER);
            send(node, "ask");
            send(zooKeeper, "answer");

            assertThat(receive(node, "answer")).isEqualTo("answer");
            zooKeeper.setSoTimeout(SHORT_MILLIS);
            assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> receive(zooKeeper, "ask"));
        }
    }

    @Test
    void deliversWhatItHeldWhenItIsMended() throws IOException, InterruptedException {
        try (Socket node = connect();
                Socket zooKeeper = server.accept()) {
            link.hold(Direction.TO_SERVER);
            send(node, "ask");
            link.mend();

            assertThat(receive(zooKeeper, "ask")).isEqualTo("ask");
        }
    }

    @Test
    void delaysAndKeepsTheOrder() throws IOException, InterruptedException {
        try (Socket node = connect();
                Socket zooKeeper = server.accept()) {
            link.delay(SHORT_MILLIS);
            send(node, "first ");
            Thread.sleep(SHORT_MILLIS / 3);
            link.delay(0);
            send(node, "second");

            assertThat(receive(zooKeeper, "first second")).isEqualTo("first second");
        }
    }

    @Test
    void closesItsConnectionsAndTakesNoneWhileItRefuses() throws IOException, InterruptedException {
        try (Socket node = connect();
                Socket zooKeeper = server.accept()) {
            link.refuse();

            assertThat(node.getInputStream().read()).isEqualTo(-1);
            assertThat(zooKeeper.getInputStream().read()).isEqualTo(-1);
        }
        try (Socket node = connect()) {
            assertThat(node.getInputStream().read()).isEqualTo(-1);
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(LONG_MILLIS);
        server.setSoTimeout(LONG_MILLIS);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(US_ASCII));
    }

    private static String receive(Socket socket, String expected) throws IOException {
        return new String(socket.getInputStream().readNBytes(expected.length()), US_ASCII);
    }
}
