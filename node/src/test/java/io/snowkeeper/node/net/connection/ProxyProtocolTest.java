package io.snowkeeper.node.net.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import ch.qos.logback.classic.Level;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.snowkeeper.node.net.ConnectionRegistry;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.testkit.log.LogCapture;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyProtocolTest {

    private static final String SIGNATURE = "\r\n\r\n\0\r\nQUIT\n";

    /** TCP over IPv4, 203.0.113.7:56324 to 192.0.2.1:443. */
    private static final String V2 =
            SIGNATURE + "!\u0011\0\u000c\u00cb\0q\u0007\u00c0\0\u0002\u0001\u00dc\u0004\u0001\u00bb";

    /** The header of a proxy's check of the node. */
    private static final String V2_LOCAL = SIGNATURE + " \0\0\0";

    private static final String V1 = "PROXY TCP4 203.0.113.7 192.0.2.1 56324 443\r\n";

    private final ProxyProtocol protocol = new ProxyProtocol(
            ProxiedPort.LINE,
            new ConnectionSettings(Duration.ZERO, Set.of(ProxiedPort.LINE), TrustedProxies.parse("10.0.0.0/8")));
    private final StringBuilder taken = new StringBuilder();
    private int opened;
    private final EmbeddedChannel channel = connection("10.1.2.3");

    @AfterEach
    void release() {
        channel.finishAndReleaseAll();
    }

    @ParameterizedTest
    @ValueSource(strings = {V1, V2})
    void theConnectionIsOfWhomTheProxySays(String header) {
        send(header + "{\"body\"");

        assertThat(client()).isEqualTo(new InetSocketAddress("203.0.113.7", 56_324));
        assertThat(taken).hasToString("{\"body\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {V1, V2})
    void theHeaderMayComeInPieces(String header) {
        for (String piece : (header + "{}").split("")) {
            send(piece);
        }

        assertThat(client()).isEqualTo(new InetSocketAddress("203.0.113.7", 56_324));
        assertThat(taken).hasToString("{}");
    }

    @Test
    void clientsHaveAddressesOfIpv6Too() {
        send("PROXY TCP6 2001:db8::7 2001:db8::1 56324 443\r\n");

        assertThat(client()).isEqualTo(new InetSocketAddress("2001:db8::7", 56_324));
    }

    @Test
    void untilTheHeaderIsThereNobodyHearsOfTheConnection() {
        send(V1.substring(0, 20));
        assertThat(opened).isZero();
        send(V1.substring(20));

        assertThat(opened).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {V2_LOCAL, "PROXY UNKNOWN\r\n", "PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n"})
    void whereTheProxyNamesNobodyTheConnectionIsItsOwn(String header) {
        send(header);

        assertThat(client()).isEqualTo(new InetSocketAddress("10.1.2.3", 40_000));
        assertThat(opened).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"PROXY TCP4 127.0.0.1 192.0.2.1 56324 443\r\n", "PROXY TCP6 ::1 ::1 56324 443\r\n", V2_LOCAL})
    void nobodyBehindAProxyIsTakenForAProgramOfThisMachine(String header) {
        ProxyProtocol trusting = new ProxyProtocol(
                ProxiedPort.LINE,
                new ConnectionSettings(Duration.ZERO, Set.of(ProxiedPort.LINE), TrustedProxies.parse("127.0.0.0/8")));
        EmbeddedChannel near = connection("127.0.0.1", trusting);
        near.writeInbound(bytes(header));

        assertThat(Peer.at(ConnectionRegistry.addressOf(near))).isEqualTo(Peer.ELSEWHERE);
    }

    @Test
    void aProxyIsNotOfThisMachineWhereItSendsNoHeaderEither() {
        ProxyProtocol ofOtherPorts = new ProxyProtocol(
                ProxiedPort.HTTP,
                new ConnectionSettings(Duration.ZERO, Set.of(ProxiedPort.LINE), TrustedProxies.parse("127.0.0.0/8")));
        EmbeddedChannel near = connection("127.0.0.1", ofOtherPorts);
        near.writeInbound(bytes("GET"));

        assertThat(taken).hasToString("GET");
        assertThat(Peer.at(ConnectionRegistry.addressOf(near))).isEqualTo(Peer.ELSEWHERE);
    }

    @Test
    void whoComesFromElsewhereIsWhoItSeemsAndNoHeaderIsTaken() {
        EmbeddedChannel other = connection("192.0.2.9");
        other.writeInbound(bytes(V1));

        assertThat(ConnectionRegistry.addressOf(other)).isEqualTo(new InetSocketAddress("192.0.2.9", 40_000));
        assertThat(taken).hasToString(V1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":1}}\r\n",
                "PROXY TCP4 nobody 192.0.2.1 56324 443\r\n",
                "PROXY TCP4 203.0.113.7 192.0.2.1 56324\r\n",
                SIGNATURE + "\u0011\u0011\0\u000c............",
            })
    void aConnectionOfAProxyWithoutAHeaderIsClosedAndLogged(String first) {
        try (LogCapture log = LogCapture.start()) {
            send(first);

            assertThat(channel.isOpen()).isFalse();
            assertThat(log.linesFrom(Level.WARN))
                    .singleElement(STRING)
                    .contains(
                            "PROXY protocol: no connection from 10.1.2.3 on the line port: no header that can be read (")
                    .endsWith("; connections from --proxy-protocol-from must begin with the header");
            assertThat(log.stackTraces()).isZero();
        }
        assertThat(opened).isZero();
    }

    @Test
    void aDefectIsNotLaidToTheProxy() {
        try (LogCapture log = LogCapture.start()) {
            channel.pipeline().fireExceptionCaught(new IllegalStateException("a defect"));

            assertThat(channel.isOpen()).isFalse();
            assertThat(log.linesFrom(Level.WARN)).singleElement(STRING).endsWith(" is closed by a defect");
        }
    }

    @Test
    void whereTheHeapIsUsedUpItsThreadIsTold() {
        List<Throwable> uncaught = new ArrayList<>();
        Thread thread = Thread.currentThread();
        Thread.UncaughtExceptionHandler former = thread.getUncaughtExceptionHandler();
        thread.setUncaughtExceptionHandler((dying, error) -> uncaught.add(error));
        OutOfMemoryError exhausted = new OutOfMemoryError("Java heap space");
        try {
            channel.pipeline().fireExceptionCaught(exhausted);
        } finally {
            thread.setUncaughtExceptionHandler(former);
        }

        assertThat(uncaught).containsExactly(exhausted);
        assertThat(channel.isOpen()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {109, 4096})
    void whatIsLongerThanAHeaderIsNotReadOn(int length) {
        send("P".repeat(length));

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void additionsOfAHeaderHaveALimit() {
        send(SIGNATURE + "!\u0011\u00ff\u00ff" + "x".repeat(3000));

        assertThat(channel.isOpen()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PROXY ", "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":1}}\n"})
    void aHeaderThatDoesNotComeInTimeIsNotAwaited(String first) {
        try (LogCapture log = LogCapture.start()) {
            send(first);
            pass(4_999);
            assertThat(channel.isOpen()).isTrue();
            pass(1);

            assertThat(channel.isOpen()).isFalse();
            assertThat(log.linesFrom(Level.WARN)).singleElement(STRING).contains("no header within 5 s");
        }
    }

    @Test
    void aConnectionThatHasSentItsHeaderInTimeGoesOn() {
        send(V1);
        pass(60_000);

        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aProxyThatOnlyConnectsIsNothingToLog() {
        try (LogCapture log = LogCapture.start()) {
            channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);

            assertThat(channel.isOpen()).isFalse();
            assertThat(log.linesFrom(Level.WARN)).isEmpty();
        }
    }

    @Test
    void aConnectionThatIsGoneIsNotKept() {
        send("PROXY ");
        channel.close();

        assertThat(channel.runScheduledPendingTasks())
                .as("nanoseconds until the next task, -1 if there is none")
                .isEqualTo(-1);
    }

    private @Nullable SocketAddress client() {
        return ConnectionRegistry.addressOf(channel);
    }

    private void send(String text) {
        channel.writeInbound(bytes(text));
    }

    private void pass(long millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, ISO_8859_1);
    }

    private EmbeddedChannel connection(String from) {
        return connection(from, protocol);
    }

    private EmbeddedChannel connection(String from, ProxyProtocol spoken) {
        EmbeddedChannel embedded = new EmbeddedChannel() {
            @Override
            protected SocketAddress remoteAddress0() {
                return new InetSocketAddress(from, 40_000);
            }
        };
        embedded.freezeTime();
        spoken.admit(
                embedded,
                () -> embedded.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelActive(ChannelHandlerContext ctx) {
                        opened++;
                    }

                    @Override
                    public void channelRead(ChannelHandlerContext ctx, Object message) {
                        ByteBuf input = (ByteBuf) message;
                        taken.append(input.toString(ISO_8859_1));
                        input.release();
                    }
                }));
        embedded.pipeline().fireChannelActive();
        return embedded;
    }
}
