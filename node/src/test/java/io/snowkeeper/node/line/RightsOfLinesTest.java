package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.snowkeeper.node.access.TestAccess;
import io.snowkeeper.node.access.TestPolicy;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.node.security.FileWatch;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.security.Policy;
import io.snowkeeper.node.security.SecuritySettings;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answers to lines under a policy, by the fast path and by the other one. */
class RightsOfLinesTest {

    private static final String GENERATE = "{\"src\":\"c\",\"body\":{\"type\":\"generate\",\"msg_id\":1}}\n";
    private static final String BATCH =
            "{\"src\":\"c\",\"body\":{\"type\":\"generate_batch\",\"msg_id\":1,\"count\":2}}\n";
    private static final String AUTH =
            "{\"src\":\"c\",\"body\":{\"type\":\"auth\",\"msg_id\":1,\"token\":\"" + TestPolicy.TOKEN + "\"}}\n";
    private static final String DENIED =
            "\"code\": 22, \"text\": \"this request needs ids: present a token, by auth or in the request, or a certificate\"";

    @TempDir
    private Path folder;

    private static LineSession session(SecuritySettings security) {
        return new LineSession(
                TestNode.stepping("n1"),
                new RequestDecoder(10, TestAccess.of(security, Peer.ELSEWHERE), Optional::empty),
                "n1");
    }

    private static String answer(LineSession session, String lines) {
        ByteBuf out = Unpooled.buffer();
        session.append(Unpooled.copiedBuffer(lines, UTF_8));
        DrainedAnswers.write(session, out);
        return out.toString(UTF_8);
    }

    @Test
    void whoMayNotTakeIdsGetsNone() {
        LineSession session = session(TestPolicy.ofBilling(folder, "ids"));

        assertThat(answer(session, GENERATE)).contains(DENIED);
        assertThat(answer(session, BATCH)).contains(DENIED);
    }

    @Test
    void aTokenThatIsShownOnceCountsForAllThatComesAfter() {
        LineSession session = session(TestPolicy.ofBilling(folder, "ids"));

        assertThat(answer(session, AUTH + GENERATE + BATCH + GENERATE))
                .startsWith(
                        "{\"src\": \"n1\", \"dest\": \"c\", \"body\": {\"type\": \"auth_ok\", \"subject\": \"billing\","
                                + " \"in_reply_to\": 1, \"msg_id\": 0}}\n")
                .contains("generate_ok", "generate_batch_ok")
                .doesNotContain("error");
    }

    @Test
    void aTokenInARequestCountsForThatOneAlone() {
        LineSession session = session(TestPolicy.ofBilling(folder, "ids"));
        String shown = GENERATE.replace("}}", ",\"token\":\"" + TestPolicy.TOKEN + "\"}}");

        assertThat(answer(session, shown)).contains("generate_ok");
        assertThat(answer(session, GENERATE)).contains(DENIED);
        assertThat(answer(session, BATCH)).contains(DENIED);
    }

    @Test
    void aWrongTokenIsRefusedAndTheConnectionGoesOn() {
        LineSession session = session(TestPolicy.ofBilling(folder, "ids"));
        String wrong = AUTH.replace(TestPolicy.TOKEN, "somebody-0123456789");

        assertThat(answer(session, wrong)).contains("\"code\": 22, \"text\": \"wrong token\"");
        assertThat(answer(session, wrong.replace("\"somebody-0123456789\"", "7")))
                .contains("\"code\": 12, \"text\": \"token must be a string of at most 1024 characters\"");
        assertThat(answer(session, AUTH)).contains("auth_ok");
    }

    @Test
    void aNodeWithoutTokensTakesAnyForNothing() {
        assertThat(answer(session(SecuritySettings.NONE), AUTH))
                .contains("\"type\": \"auth_ok\", \"subject\": \"anonymous\"");
    }

    @Test
    void aRightThatIsTakenAwayIsGoneFromConnectionsThatAreOpen() {
        FileWatch<?, Policy> watch = Policy.watch(TestPolicy.file(folder, TestPolicy.anonymous("ids")), () -> 0);
        LineSession session = session(SecuritySettings.NONE.with(watch));
        assertThat(answer(session, GENERATE)).contains("generate_ok");

        TestPolicy.file(folder, TestPolicy.anonymous());
        watch.look();
        watch.look();

        assertThat(answer(session, GENERATE)).contains(DENIED);
    }

    @Test
    void aSubjectsConnectionsShareItsQuota() {
        SecuritySettings security =
                TestPolicy.of(folder, TestPolicy.limited(2, TestPolicy.subject("billing", TestPolicy.TOKEN, "ids")));
        LineSession one = session(security);
        LineSession other = session(security);
        assertThat(answer(one, AUTH + GENERATE)).contains("generate_ok");
        assertThat(answer(other, AUTH + GENERATE)).contains("generate_ok");

        assertThat(answer(one, GENERATE))
                .contains("\"code\": 11, \"text\": \"rate of 2 requests/s of subject billing is used up, retry in ")
                .contains("\"reason\": \"too-many-requests\"");
    }

    @Test
    void strangersWhoUseUpTheirQuotaKeepNobodyFromShowingAToken() {
        SecuritySettings security = TestPolicy.of(
                folder,
                TestPolicy.limited(1, TestPolicy.anonymous("ids")),
                TestPolicy.subject("billing", TestPolicy.TOKEN, "ids"));
        LineSession stranger = session(security);
        assertThat(answer(stranger, GENERATE + GENERATE)).contains("too-many-requests");
        LineSession one = session(security);
        LineSession other = session(security);

        assertThat(answer(one, AUTH + GENERATE)).contains("auth_ok", "generate_ok");
        assertThat(answer(other, GENERATE.replace("}}", ",\"token\":\"" + TestPolicy.TOKEN + "\"}}")))
                .contains("generate_ok");
        assertThat(answer(other, GENERATE)).contains("too-many-requests");
    }
}
