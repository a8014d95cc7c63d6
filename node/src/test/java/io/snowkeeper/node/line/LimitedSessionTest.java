package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.node.access.TestPolicy;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.node.security.AddressLimiter;
import io.snowkeeper.node.security.AddressLimits;
import io.snowkeeper.node.security.Policy;
import io.snowkeeper.node.security.PolicySubject;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.Responder;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.stream.RequestQuota;
import io.snowkeeper.node.stream.StreamSession;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client whose address may make two requests a second. */
class LimitedSessionTest {

    private static final String PLAIN =
            "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate\",\"msg_id\":7}}\n";

    @TempDir
    private Path folder;

    private final AtomicLong now = new AtomicLong();
    private final AddressLimiter limiter = new AddressLimiter(new AddressLimits(0, 2), now::get);
    private final RequestCounters tally = new RequestCounters();

    @ParameterizedTest
    @ValueSource(
            strings = {
                PLAIN,
                "{ \"src\": \"c1\", \"body\": { \"msg_id\": 7, \"type\": \"generate\" } }\n",
                "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate_batch\",\"msg_id\":7,\"count\":5}}\n",
                "{\"src\":\"c1\",\"body\":{\"type\":\"time_info\",\"msg_id\":7}}\n"
            })
    void oneRequestTooManyIsRefusedAndTheConnectionGoesOn(String request) {
        LineSession session = session(TestNode.stepping("n1"));

        String[] answers = answers(session, request.repeat(3)).split("\n");
        assertThat(answers[0]).contains("_ok\"");
        assertThat(answers[1]).contains("_ok\"");
        assertThat(answers[2])
                .isEqualTo("{\"src\": \"n1\", \"dest\": \"c1\", \"body\": {\"type\": \"error\", \"code\": 11,"
                        + " \"text\": \"rate of 2 requests/s of 127.0.0.1 is used up, retry in 501 ms\","
                        + " \"reason\": \"too-many-requests\", \"begun\": false, \"in_reply_to\": 7, \"msg_id\": 2}}");
        now.addAndGet(500_000_000);
        assertThat(answers(session, request)).contains("_ok\"");
    }

    @Test
    void aRefusedGenerateTakesNoId() {
        LineSession session = session(TestNode.stepping("n1"));
        String before = answers(session, PLAIN.repeat(10));
        now.addAndGet(500_000_000);

        assertThat(before).contains("\"id\": 4198502400,").contains("\"id\": 4202696704,");
        assertThat(answers(session, PLAIN)).contains("\"id\": 4206891008,");
    }

    @Test
    void aLineThatIsNotShortIsNotReadForItsRefusal() {
        LineSession session = session(TestNode.stepping("n1"));
        String request = "{\"src\":\"c1\",\"body\":{\"type\":\"time_info\",\"msg_id\":7,\"x\":\"%s\"}}\n";
        answers(session, PLAIN.repeat(2));

        assertThat(answers(session, request.formatted("x".repeat(4_000)))).contains("rate of 2", "\"in_reply_to\": 7,");
        assertThat(answers(session, request.formatted("x".repeat(4_096))))
                .contains("rate of 2", "\"dest\": null,", "\"in_reply_to\": null,");
    }

    @Test
    void whatIsNoRequestCountsAsOne() {
        LineSession session = session(TestNode.stepping("n1"));

        assertThat(answers(session, "nonsense\n{}\n" + PLAIN))
                .endsWith("\"msg_id\": 2}}\n")
                .contains("rate of 2");
    }

    @Test
    void aGenerateThatHasToWaitForTheNextTickCountsOnce() {
        // It cannot give an id at once, so that each generate is begun a second time.
        Responder full = TestNode.stepping("n1")::begin;

        assertThat(answers(session(full), PLAIN.repeat(3)))
                .containsSubsequence("generate_ok", "generate_ok", "rate of 2 requests/s");
    }

    @Test
    void refusedRequestsAreCountedByTheirType() {
        LineSession session = session(TestNode.stepping("n1"));
        answers(session, PLAIN.repeat(6));
        session.countAnswered(0);

        assertThat(tally.answered(Request.Kind.GENERATE)).isEqualTo(2);
        assertThat(tally.refused(Request.Kind.GENERATE, ErrorCode.TEMPORARILY_UNAVAILABLE))
                .isEqualTo(4);
        assertThat(limiter.refusedRequests()).isEqualTo(4);
    }

    @Test
    void whatIsBeyondASubjectsRateCostsItsAddressOneEach() {
        AddressLimiter many = new AddressLimiter(new AddressLimits(0, 6), now::get);
        RequestQuota quota = new RequestQuota();
        quota.limitTo(many.connect(InetAddress.getLoopbackAddress()).orElseThrow());
        quota.limitTo(Policy.watch(TestPolicy.file(folder, TestPolicy.limited(1, TestPolicy.anonymous("*"))), now::get)
                .inForce()
                .anonymous()
                .flatMap(PolicySubject::quota)
                .orElseThrow());
        for (int i = 0; i < 5; i++) {
            // As a session does: it attempts it, perhaps more than once, and begins it another way.
            boolean attempted = quota.attempt() && quota.attempt();
            assertThat(quota.take()).as("request %s", i).isEqualTo(attempted).isEqualTo(i == 0);
        }

        assertThat(many.connect(InetAddress.getLoopbackAddress()).orElseThrow().take())
                .as("the sixth of its address")
                .isTrue();
    }

    private LineSession session(Responder responder) {
        LineSession session = new LineSession(
                responder,
                new RequestDecoder(TestNode.MAX_BATCH),
                "n1",
                tally,
                UnpooledByteBufAllocator.DEFAULT,
                Runnable::run);
        session.limitTo(limiter.connect(InetAddress.getLoopbackAddress()).orElseThrow());
        return session;
    }

    private static String answers(LineSession session, String lines) {
        session.append(Unpooled.copiedBuffer(lines, UTF_8));
        ByteBuf out = Unpooled.buffer();
        StreamSession.Step step;
        do {
            step = session.answerNext(out);
        } while (step == StreamSession.Step.ANSWERED);
        return out.toString(UTF_8);
    }
}
