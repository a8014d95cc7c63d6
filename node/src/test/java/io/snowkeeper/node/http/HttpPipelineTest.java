package io.snowkeeper.node.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.snowkeeper.node.http.routing.HostRule;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.http.routing.Router;
import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.net.ConnectionRegistry;
import io.snowkeeper.node.net.Turns;
import io.snowkeeper.node.net.connection.ConnectionSettings;
import io.snowkeeper.node.net.connection.PortRules;
import io.snowkeeper.node.net.connection.ProxiedPort;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.security.AddressLimits;
import io.snowkeeper.node.security.AllowedHosts;
import io.snowkeeper.testkit.log.LogCapture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The work and memory that a connection may cost the node, and the order of its answers. */
class HttpPipelineTest {

    private static final Duration IDLE = Duration.ofSeconds(60);
    private static final Duration REQUEST = Duration.ofSeconds(10);
    private static final Duration AGE = Duration.ofSeconds(30);
    private static final Duration GRACE = Duration.ofSeconds(3);

    private final List<CompletableFuture<HttpAnswer>> awaited = new ArrayList<>();
    private Client client = new Client();
    private int answeredNow;
    private Duration answerTime = Duration.ZERO;
    private Backlog backlog = new Backlog();
    private EmbeddedChannel channel = open(Duration.ZERO);

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void nothingIsAnsweredWhileAnswersAreNotTaken() {
        client.takes(false);

        send(get("/now").repeat(100));

        assertThat(answeredNow).isZero();
    }

    @Test
    void allIsAnsweredInOrderWhenAnswersAreTakenAgain() {
        client.takes(false);
        send(get("/now").repeat(100));

        client.takes(true);
        runTasks();

        assertThat(bodies()).containsExactlyElementsOf(numbers(100));
    }

    @Test
    void nothingMoreIsReadWhileAnswersAreNotTaken() {
        client.takes(false);

        send(get("/now"));

        assertThat(channel.config().isAutoRead()).isFalse();
    }

    @Test
    void readingGoesOnWhenAnswersAreTakenAgain() {
        client.takes(false);
        send(get("/now"));

        client.takes(true);
        runTasks();

        assertThat(channel.config().isAutoRead()).isTrue();
    }

    @Test
    void anyNumberOfRequestsThatComeTogetherIsAnsweredInOrder() {
        send(get("/later").repeat(1_000));

        for (int i = 0; i < 1_000; i++) {
            assertThat(awaited).hasSize(i + 1);
            awaited.get(i).complete(HttpAnswer.text(String.valueOf(i)));
            runTasks();
        }

        assertThat(bodies()).containsExactlyElementsOf(numbers(1_000));
    }

    @Test
    void aDefectIsLoggedOnceHoweverOftenItIsCaused() {
        try (LogCapture log = LogCapture.ofOurs()) {
            send(get("/later").repeat(10));
            for (int i = 0; i < 10; i++) {
                awaited.get(i).completeExceptionally(new IllegalStateException("caused by request " + i));
                runTasks();
            }

            assertThat(log.defects()).containsExactly("A request could not be answered; this is a defect");
        }
    }

    @Test
    void whatIsReadAheadStaysUnreadBytesAndNotRequests() {
        send(get("/later").repeat(1_000));

        assertThat(channel.pipeline().get(HttpExchangeHandler.class).queued()).isLessThan(20);
    }

    @Test
    void requestsThatWaitAreInputThatAClientLeavesWithTheNode() {
        send(get("/later") + get("/now").repeat(1_000));

        assertThat(backlog.inputBytes()).isGreaterThan(10_000);
        awaited.get(0).complete(HttpAnswer.text("first"));
        runTasks();
        assertThat(backlog.inputBytes()).isZero();
    }

    @Test
    void aClientThatEndsItsSideLeavesNoMoreThanThereIsRoomFor() {
        backlog = new Backlog(8_000);
        channel = open(Duration.ZERO);
        send(get("/later") + get("/now").repeat(500));

        send(get("/now").repeat(500));
        assertThat(backlog.inputBytes()).isZero();
        awaited.get(0).complete(HttpAnswer.text("first"));
        runTasks();

        assertThat(answeredNow).isLessThan(20);
        assertThat(bodies()).last(STRING).contains("the node keeps no more of this body");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void otherConnectionsHaveTheirTurnBetweenTheAnswersOfOne() {
        client.holdsBack(true);
        answerTime = Duration.ofNanos(Turns.NANOS / 5);
        channel.pipeline().fireChannelRead(Unpooled.copiedBuffer(get("/now").repeat(100), ISO_8859_1));

        assertThat(answeredNow).isEqualTo(5);
        assertThat(answeredBeforeAnother()).isEqualTo(10);
        assertThat(answeredNow).isEqualTo(100);
    }

    @Test
    void aDearAnswerIsATurnOfItsOwn() {
        client.holdsBack(true);
        answerTime = Duration.ofNanos(3 * Turns.NANOS);
        channel.pipeline().fireChannelRead(Unpooled.copiedBuffer(get("/now").repeat(10), ISO_8859_1));

        assertThat(answeredNow).isEqualTo(1);
        assertThat(answeredBeforeAnother()).isEqualTo(2);
    }

    @Test
    void aClientThatAsksNowAndThenWaitsForNobodysTurn() {
        client.holdsBack(true);
        answerTime = Duration.ofNanos(Turns.NANOS / 5);
        for (int i = 1; i <= 20; i++) {
            channel.pipeline().fireChannelRead(Unpooled.copiedBuffer(get("/now"), ISO_8859_1));
            channel.pipeline().fireChannelReadComplete();

            assertThat(answeredNow).isEqualTo(i);
        }
    }

    @Test
    void aClientHasOneAnswerAtOnceWhereOthersHaveHadTheTimeOfTheLoop() {
        client.holdsBack(true);
        Turns.of(channel.eventLoop()).took(Turns.NANOS);
        channel.pipeline().fireChannelRead(Unpooled.copiedBuffer(get("/now").repeat(10), ISO_8859_1));

        assertThat(answeredNow).isEqualTo(1);
        runTasks();
        assertThat(answeredNow).isEqualTo(10);
    }

    @Test
    void whatWasAskedBeforeBrokenInputIsAnswered() {
        client.holdsBack(true);
        answerTime = Duration.ofNanos(Turns.NANOS);
        channel.pipeline().fireChannelRead(Unpooled.copiedBuffer(get("/now").repeat(2), ISO_8859_1));
        channel.pipeline().fireExceptionCaught(new DecoderException("no HTTP"));
        channel.pipeline().fireChannelRead(Unpooled.copiedBuffer(get("/now"), ISO_8859_1));

        runTasks();

        assertThat(answeredNow).isEqualTo(2);
        assertThat(channel.config().isAutoRead()).isFalse();
    }

    /** Has another connection of the loop want a turn, and returns how much was answered when it had it. */
    private int answeredBeforeAnother() {
        AtomicInteger answered = new AtomicInteger();
        Turns.of(channel.eventLoop()).add(() -> answered.set(answeredNow));
        runTasks();
        return answered.get();
    }

    @Test
    void nothingMoreIsReadWhileOthersHaveTheirTurn() {
        client.holdsBack(true);
        answerTime = Duration.ofNanos(Turns.NANOS);
        channel.pipeline().fireChannelRead(Unpooled.copiedBuffer(get("/now").repeat(2), ISO_8859_1));

        assertThat(channel.config().isAutoRead()).isFalse();
        runTasks();
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    @Test
    void aClientThatTakesNothingForTheIdleTimeIsClosedAlthoughARequestIsUnderWay() {
        send(get("/later") + get("/later"));
        client.holdsBack(true);
        awaited.get(0).complete(HttpAnswer.text("first"));
        runTasks();
        assertThat(awaited).hasSize(2);

        pass(IDLE.multipliedBy(3));

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aClientThatTakesItsLastAnswerNeverIsClosed() {
        client.holdsBack(true);
        send("GET /now HTTP/1.1\r\nHost: localhost\r\nconnection: close\r\n\r\n");

        pass(IDLE.multipliedBy(3));

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void anAnswerThatTakesLongerThanTheIdleTimeIsAwaited() {
        send(get("/later"));

        pass(IDLE.multipliedBy(3));
        awaited.get(0).complete(HttpAnswer.text("late"));
        runTasks();

        assertThat(bodies()).containsExactly("late");
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void theTimeForARequestDoesNotRunWhileWeReadNothing() {
        String next = get("/now");
        send(get("/later"));
        send(next.substring(0, 8));
        pass(REQUEST.multipliedBy(3));
        awaited.get(0).complete(HttpAnswer.text("late"));
        runTasks();
        send(next.substring(8));

        assertThat(bodies()).containsExactly("late", "0");
    }

    @Test
    void requestsBeforeTheEndOfTheInputAreAnswered() {
        send(get("/later") + get("/now").repeat(100));
        channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);

        awaited.get(0).complete(HttpAnswer.text("first"));
        runTasks();

        assertThat(bodies()).hasSize(101);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void anAnswerThatCannotBeWrittenEndsTheConnectionAndNoLaterOneComesInItsPlace() {
        channel.pipeline().addFirst(new ChannelOutboundHandlerAdapter() {
            private boolean failed;

            @Override
            public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
                if (failed) {
                    ctx.write(message, promise);
                } else {
                    failed = true;
                    promise.setFailure(new OutOfMemoryError("Cannot reserve 16 bytes of direct buffer memory"));
                }
            }
        });

        send(get("/now").repeat(2));
        runTasks();

        assertThat(channel.isOpen()).isFalse();
        assertThat(bodies()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Expect: x\r\nContent-Length: 0", "Expect: 100-continue\r\nContent-Length: 70000"})
    void whatIsExpectedInVainIsAnsweredInItsTurn(String headers) {
        send(get("/later") + "POST /now HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n\r\n");
        runTasks();
        assertThat(bodies()).isEmpty();
        awaited.get(0).complete(HttpAnswer.text("first"));
        runTasks();

        assertThat(bodies())
                .satisfiesExactly(
                        first -> assertThat(first).isEqualTo("first"),
                        second -> assertThat(second).containsAnyOf("expect=x", "body must have at most"));
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void theNextAnswerOfAnOldConnectionSaysThatItIsTheLast() {
        channel = open(AGE);
        send(get("/now"));
        pass(AGE);
        send(get("/now"));

        assertThat(answers())
                .satisfiesExactly(
                        young -> assertThat(young).doesNotContain("connection: close"),
                        old -> assertThat(old).contains("connection: close\r\n"));
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void theAnswerThatIsUnderWayWhenAConnectionBecomesOldIsItsLast() {
        channel = open(AGE);
        send(get("/later"));
        pass(AGE.plus(GRACE));
        assertThat(channel.isOpen()).isTrue();
        awaited.get(0).complete(HttpAnswer.text("0"));
        runTasks();

        assertThat(answers())
                .singleElement(STRING)
                .contains("connection: close\r\n")
                .endsWith("0");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void anOldConnectionThatIsAskedNothingEndsAfterAWhile() {
        channel = open(AGE);
        pass(AGE);
        assertThat(channel.isOpen()).isTrue();
        pass(GRACE);

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aRequestThatComesSlowlyToAnOldConnectionIsAnswered() {
        channel = open(AGE);
        pass(AGE.plus(GRACE).minusSeconds(1));
        String request = get("/now");
        send(request.substring(0, 20));
        pass(Duration.ofSeconds(2));
        send(request.substring(20));

        assertThat(answers())
                .singleElement(STRING)
                .contains("connection: close\r\n")
                .endsWith("0");
    }

    private EmbeddedChannel open(Duration maxAge) {
        List<Route> routes = List.of(
                Route.now("GET", "/now", Right.NONE, call -> {
                    channel.advanceTimeBy(answerTime.toNanos(), TimeUnit.NANOSECONDS);
                    return HttpAnswer.text(String.valueOf(answeredNow++));
                }),
                new Route("GET", "/later", Right.NONE, call -> {
                    CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
                    awaited.add(answer);
                    return answer;
                }));
        HttpPipeline pipeline = new HttpPipeline(
                Optional.empty(),
                new PortRules(ProxiedPort.HTTP, ConnectionSettings.ofAge(maxAge), () -> 0.5),
                new HttpServerSettings("127.0.0.1", 0, 10, 10, IDLE, REQUEST),
                new HttpConnections(new ConnectionRegistry(10, AddressLimits.NONE)),
                backlog,
                new RequestReader(new Router(routes), new HostRule(AllowedHosts.LOOPBACK)),
                (method, route, status, nanos) -> {});
        client = new Client();
        EmbeddedChannel embedded = new EmbeddedChannel(client, pipeline);
        embedded.freezeTime();
        return embedded;
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    private void send(String bytes) {
        channel.writeInbound(Unpooled.copiedBuffer(bytes, ISO_8859_1));
    }

    private void pass(Duration time) {
        for (long millis = 0; millis < time.toMillis(); millis += 1_000) {
            channel.advanceTimeBy(1, TimeUnit.SECONDS);
            runTasks();
        }
    }

    private void runTasks() {
        for (int i = 0; i < 100; i++) {
            channel.runPendingTasks();
            channel.runScheduledPendingTasks();
        }
    }

    private List<String> bodies() {
        return answers().stream()
                .map(answer -> answer.substring(answer.indexOf("\r\n\r\n") + 4))
                .toList();
    }

    private List<String> answers() {
        StringBuilder all = new StringBuilder();
        ByteBuf piece = channel.readOutbound();
        while (piece != null) {
            all.append(piece.toString(ISO_8859_1));
            piece.release();
            piece = channel.readOutbound();
        }
        return Pattern.compile("HTTP/1\\.1 ")
                .splitAsStream(all)
                .filter(answer -> !answer.isEmpty())
                .toList();
    }

    private static List<String> numbers(int count) {
        List<String> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            numbers.add(String.valueOf(i));
        }
        return numbers;
    }

    /** The other end. */
    private final class Client extends ChannelOutboundHandlerAdapter {

        private static final int REASON = 5;

        private boolean holdsBack;

        /** Whether the channel says that it takes answers. */
        void takes(boolean writable) {
            channel.unsafe().outboundBuffer().setUserDefinedWritability(REASON, writable);
        }

        /** Leaves writes in the channel's buffer. A flush would have the channel run its loop's tasks. */
        void holdsBack(boolean yes) {
            holdsBack = yes;
        }

        @Override
        public void flush(ChannelHandlerContext ctx) {
            if (!holdsBack) {
                ctx.flush();
            }
        }
    }
}
