package io.snowkeeper.client.internal.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.snowkeeper.client.internal.wire.ClientIdentity;
import io.snowkeeper.core.text.HostPort;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An endpoint whose server lets connections become 20 s old, and whose connections are asked to leave after 14 s. */
class EndpointTest {

    private static final Pattern MSG_ID = Pattern.compile("\"msg_id\":(\\d+)");
    private static final Duration LATE = Duration.ofSeconds(14);

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
    private final ClientIdentity self = new ClientIdentity(new Random(1), now::get, Optional.empty());
    private final List<EmbeddedChannel> opened = new ArrayList<>();
    private final Endpoint endpoint = new Endpoint(
            new Server(new HostPort("127.0.0.1", 7070), InetAddress.getLoopbackAddress()),
            this::connect,
            new Endpoint.Limits(1, 1, 1),
            new Backoff(Duration.ofMillis(20), Duration.ofSeconds(1), new Random(1)),
            new EmbeddedChannel().eventLoop(),
            new Endpoint.Owner() {
                @Override
                public void available(Endpoint endpoint) {}

                @Override
                public void resting(Endpoint endpoint) {}
            });

    private Connection connect(Server server, Connection.Owner owner) {
        Connection connection = new Connection(self, Duration.ofSeconds(30).toNanos(), 0, owner);
        EmbeddedChannel channel = new EmbeddedChannel();
        opened.add(channel);
        connection.opened(channel);
        return connection;
    }

    @BeforeEach
    void openTheFirst() {
        endpoint.openAnother(now.get());
        serve(opened.get(0));
    }

    @AfterEach
    void releaseWhatWasWritten() {
        opened.forEach(EmbeddedChannel::finishAndReleaseAll);
    }

    @Test
    void aConnectionThatIsLateAndNotUsedIsClosedWithoutAnother() {
        now.addAndGet(LATE.toNanos());
        endpoint.tick(now.get());

        assertThat(opened).hasSize(1);
        assertThat(endpoint.hasConnections()).isFalse();
    }

    @Test
    void aConnectionThatIsLateAndUsedIsClosedWhenAnotherServes() {
        now.addAndGet(LATE.minusMillis(500).toNanos());
        use();
        now.addAndGet(Duration.ofMillis(500).toNanos());
        endpoint.tick(now.get());
        assertThat(opened).hasSize(2);
        assertThat(opened.get(0).isOpen()).isTrue();

        serve(opened.get(1));
        endpoint.tick(now.get());
        assertThat(opened.get(0).isOpen()).isFalse();
        assertThat(opened.get(1).isOpen()).isTrue();
    }

    @Test
    void oneThatIsClosedOpensNoConnectionThatNothingWouldClose() {
        endpoint.close();
        endpoint.openAnother(now.get());

        assertThat(opened).hasSize(1);
    }

    /** The stopwatch may go far between two looks at it, with a process that was stopped or a machine that was suspended. */
    @Test
    void whatIsToBeLeftIsDecidedForOneMoment() {
        long before = now.get();
        now.addAndGet(LATE.toNanos());
        endpoint.tick(before);

        assertThat(opened).hasSize(1);
        assertThat(endpoint.hasConnections()).isTrue();
    }

    /** Sends a request over the connection that has room, and answers it. */
    private void use() {
        Connection connection = endpoint.leastBusy(now.get());
        assertThat(connection).isNotNull();
        connection.probe();
        serve(opened.get(0));
    }

    private void serve(EmbeddedChannel channel) {
        ByteBuf request = channel.readOutbound();
        Matcher asked = MSG_ID.matcher(request.toString(US_ASCII));
        request.release();
        assertThat(asked.find()).isTrue();
        channel.writeInbound("""
                {"dest": "%s", "body": {"type": "status_ok", "draining": false, "max_connection_age_ms": %d, \
                "in_reply_to": %s}}""".formatted(self.name(), TimeUnit.SECONDS.toMillis(20), asked.group(1))
                .getBytes(US_ASCII));
    }
}
