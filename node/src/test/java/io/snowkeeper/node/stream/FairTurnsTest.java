package io.snowkeeper.node.stream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.Ticker;
import io.snowkeeper.node.access.StreamCalls;
import io.snowkeeper.node.access.TestAccess;
import io.snowkeeper.node.line.LineCalls;
import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.net.Turns;
import io.snowkeeper.node.redis.RedisCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How long a client that sends as much as one read brings delays its loop, with any requests. Time is the work that was
 * done: each answer takes as long as a dear one, and each look at the clock a little.
 */
class FairTurnsTest {

    private static final int READ = 64 * 1024;

    private static final long ANSWER_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(1);

    /** A millisecond, and the work between two looks at the clock. */
    private static final long TURN_NANOS = Turns.NANOS + 10 * ANSWER_NANOS;

    /** Between two looks, of answers that are cheap. */
    private static final long TURN_BYTES = StreamSession.PIECE + 100;

    private static final StreamCalls LINE = new LineCalls();
    private static final StreamCalls REDIS = new RedisCalls();

    private static final Set<String> CHEAP = Set.of("generate", "ID.NEXT", "INCR", "INCRBY", "PING");

    /** A request, and of which port it is. */
    private record Sent(StreamCalls port, String name, String bytes) {

        /** Returns whether many of it are answered in a step, which ends by the size of the output. */
        boolean isCheap() {
            return CHEAP.contains(name);
        }

        @Override
        public String toString() {
            return port.port() + ": " + name;
        }
    }

    /** The work between two looks at the sockets. */
    private record Turn(long nanos, long bytes) {}

    static Stream<Sent> requests() {
        return Stream.of(
                        ofTable(LINE),
                        ofTable(REDIS),
                        Stream.of("1", "", "{}", "x".repeat(300)).map(line -> new Sent(LINE, line, line + "\n")),
                        Stream.of("PING", "NOSUCH", "\"", "COMMAND DOCS", "COMMAND INFO GET")
                                .map(line -> new Sent(REDIS, line, line + "\r\n")),
                        Stream.of(new Sent(REDIS, "no command", "\r\n")))
                .flatMap(sent -> sent);
    }

    private static Stream<Sent> ofTable(StreamCalls port) {
        return port.calls().stream().map(call -> new Sent(port, call, port.request(call)));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void othersHaveTheirTurnHoweverMuchOfARequestIsSentTogether(Sent request) {
        StreamSession session = request.port.session(TestAccess.open());
        WorkTime time = new WorkTime(session::answered);
        Client client = new Client();
        EmbeddedChannel channel = channel(session, time, client);
        int count = READ / request.bytes.length();

        List<Turn> turns = new ArrayList<>();
        turns.add(turn(client, time, () -> send(channel, request.bytes.repeat(count))));
        while (channel.isOpen() && !channel.config().isAutoRead()) {
            turns.add(turn(client, time, channel::runScheduledPendingTasks));
        }

        assertThat(turns).allMatch(turn -> turn.nanos <= TURN_NANOS || (request.isCheap() && turn.bytes <= TURN_BYTES));
        assertThat(session.unanswered()).isZero();
        channel.finishAndReleaseAll();
    }

    @Test
    void connectionsThatAreReadTogetherHoldUpOthersForATurnAndARequestEach() throws Exception {
        List<StreamSession> sessions = Stream.generate(() -> LINE.session(TestAccess.open()))
                .limit(100)
                .toList();
        WorkTime time = new WorkTime(
                () -> sessions.stream().mapToLong(StreamSession::answered).sum());
        EmbeddedChannel channel =
                EmbeddedChannel.builder().ticker(time).handlers(new Client()).build();

        for (StreamSession session : sessions) {
            // Each handler stands for a connection: an embedded channel has a loop of its own.
            StreamHandler connection = new StreamHandler(session, new Backlog());
            channel.pipeline().addLast(connection);
            ChannelHandlerContext ctx = channel.pipeline().lastContext();
            connection.channelRead(ctx, Unpooled.copiedBuffer("{}\n".repeat(50), ISO_8859_1));
            connection.channelReadComplete(ctx);
        }

        assertThat(sessions).allMatch(session -> session.answered() >= 1);
        assertThat(time.nanoTime()).isLessThan(TURN_NANOS + sessions.size() * 2 * ANSWER_NANOS);
        channel.finishAndReleaseAll();
    }

    @Test
    void whatComesInManyRecordsOfTlsIsATurnNoLongerThanWhatComesInOne() {
        StreamSession session = LINE.session(TestAccess.open());
        WorkTime time = new WorkTime(session::answered);
        Client client = new Client();
        EmbeddedChannel channel = channel(session, time, client);

        Turn turn = turn(client, time, () -> {
            for (int i = 0; i < 100; i++) {
                channel.pipeline().fireChannelRead(Unpooled.copiedBuffer("{}\n", ISO_8859_1));
            }
            channel.pipeline().fireChannelReadComplete();
        });

        assertThat(turn.nanos).isLessThan(TURN_NANOS);
        assertThat(channel.config().isAutoRead()).isFalse();
        channel.runScheduledPendingTasks();
        assertThat(session.answered()).isGreaterThan(10);
        channel.finishAndReleaseAll();
    }

    @Test
    void nothingMoreIsReadWhileAClientThatTookItsAnswersWaitsForItsTurn() {
        StreamSession session = LINE.session(TestAccess.open());
        EmbeddedChannel channel = channel(session, new WorkTime(session::answered), new Client());
        channel.pipeline().fireChannelWritabilityChanged();

        send(channel, "{}\n");

        assertThat(channel.config().isAutoRead()).isFalse();
        assertThat(session.answered()).isZero();
        channel.runScheduledPendingTasks();
        assertThat(channel.config().isAutoRead()).isTrue();
        assertThat(session.answered()).isOne();
        channel.finishAndReleaseAll();
    }

    @Test
    void aClientThatEndsItsSideLeavesNoMoreThanThereIsRoomFor() {
        StreamSession session = LINE.session(TestAccess.open());
        Client client = new Client();
        EmbeddedChannel channel = channel(session, new WorkTime(session::answered), client, new Backlog(READ / 2));
        send(channel, "{}\n".repeat(READ / 3));
        long answered = session.answered();

        send(channel, "{}\n".repeat(2_000));

        assertThat(channel.isOpen()).isFalse();
        assertThat(session.held()).isZero();
        assertThat(session.answered()).isEqualTo(answered + 1);
        assertThat(client.last).contains("the node keeps no more of this line");
        channel.finishAndReleaseAll();
    }

    @Test
    void theTimeOfALargeTransactionGoesOnWhileOthersHaveTheirTurn() {
        StreamSession session = REDIS.session(TestAccess.open());
        WorkTime time = new WorkTime(session::answered);
        EmbeddedChannel channel = channel(session, time, new Client());
        send(channel, "MULTI\r\nECHO " + "a".repeat(8_000) + "\r\n");

        for (int i = 0; i < 3; i++) {
            time.passed += StreamHandler.MAX_TIME.toNanos() / 2;
            send(channel, "ECHO a\r\n".repeat(20));
            assertThat(channel.config().isAutoRead())
                    .as("others have their turn")
                    .isFalse();
            for (int round = 0; round < 10; round++) {
                channel.runPendingTasks();
            }
        }

        assertThat(channel.isOpen()).isFalse();
        channel.finishAndReleaseAll();
    }

    private static EmbeddedChannel channel(StreamSession session, Ticker time, Client client) {
        return channel(session, time, client, new Backlog());
    }

    private static EmbeddedChannel channel(StreamSession session, Ticker time, Client client, Backlog backlog) {
        return EmbeddedChannel.builder()
                .ticker(time)
                .handlers(client, new StreamHandler(session, backlog))
                .build();
    }

    private static void send(EmbeddedChannel channel, String bytes) {
        channel.pipeline().fireChannelRead(Unpooled.copiedBuffer(bytes, ISO_8859_1));
        channel.pipeline().fireChannelReadComplete();
    }

    private static Turn turn(Client client, Ticker time, Runnable work) {
        long began = time.nanoTime();
        long had = client.bytes;
        work.run();
        return new Turn(time.nanoTime() - began, client.bytes - had);
    }

    /** Takes all answers. They do not get to the channel, which would run its loop's tasks at once. */
    private static final class Client extends ChannelOutboundHandlerAdapter {

        private long bytes;
        private String last = "";

        @Override
        public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
            bytes += ((ByteBuf) message).readableBytes();
            last = ((ByteBuf) message).isReadable() ? ((ByteBuf) message).toString(ISO_8859_1) : last;
            ((ByteBuf) message).release();
            if (!promise.isVoid()) {
                promise.setSuccess();
            }
        }

        @Override
        public void flush(ChannelHandlerContext ctx) {
            // Nothing is left.
        }
    }

    /** The time that work has taken. */
    private static final class WorkTime implements Ticker {

        private final LongSupplier answers;
        private long looks;
        private long passed;

        WorkTime(LongSupplier answers) {
            this.answers = answers;
        }

        @Override
        public long initialNanoTime() {
            return 0;
        }

        @Override
        public long nanoTime() {
            return passed + answers.getAsLong() * ANSWER_NANOS + ++looks * LOOK_NANOS;
        }

        @Override
        public void sleep(long delay, TimeUnit unit) {
            throw new UnsupportedOperationException("nobody waits here");
        }
    }
}
