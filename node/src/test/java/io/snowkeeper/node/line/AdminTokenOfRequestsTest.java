package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.snowkeeper.node.access.TestAccess;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.FileWatch;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.security.SecuritySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The token that a node requires of requests. It has no sequences: code 10 shows that a request was admitted. */
class AdminTokenOfRequestsTest {

    private static final String TOKEN = "0123456789abcdef";
    private static final String PASSED =
            "\"code\": 10, \"text\": \"there are no sequences here: the node was started without ZooKeeper\"";

    @TempDir
    private Path folder;

    private LineSession session;

    @BeforeEach
    void startSession() throws IOException {
        FileWatch<?, AdminToken> token = AdminToken.watch(Files.writeString(folder.resolve("token"), TOKEN));
        SecuritySettings security = new SecuritySettings(Optional.of(token));
        session = new LineSession(
                TestNode.stepping("n1"),
                new RequestDecoder(10, TestAccess.of(security, Peer.THIS_MACHINE), Optional::empty),
                "n1");
    }

    private String answer(String fields) {
        ByteBuf out = Unpooled.buffer();
        DrainedAnswers.write(session, Unpooled.copiedBuffer("{\"src\":\"c\",\"body\":{" + fields + "}}", UTF_8), out);
        return out.toString(UTF_8);
    }

    private static String request(String type) {
        return "\"type\":\"" + type
                + "\",\"msg_id\":1,\"sequence\":\"A\",\"mode\":\"block\",\"from\":1,\"to\":9,\"next\":1,\"reservation\":\"x-1\",\"reason\":\"spoilt\",\"through\":1"
                + (type.equals("sequence_turn_back") ? ",\"period\":\"2026\"" : "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sequence_create",
                "sequence_append",
                "sequence_advance",
                "sequence_turn_back",
                "sequence_configure",
                "sequence_delete",
                "sequence_void",
                "sequence_release"
            })
    void aChangeNeedsTheToken(String type) {
        assertThat(answer(request(type)))
                .isEqualTo(
                        "{\"src\": \"n1\", \"dest\": \"c\", \"body\": {\"type\": \"error\", \"code\": 22, \"text\": "
                                + "\"this request needs the node's token: token is missing\", \"in_reply_to\": 1, \"msg_id\": 0}}\n");
        assertThat(answer(request(type) + ",\"token\":\"0123456789abcdeF\""))
                .contains("\"code\": 22, \"text\": \"wrong token\"");
        assertThat(answer(request(type) + ",\"token\":5")).contains("\"code\": 22, \"text\": \"wrong token\"");
        assertThat(answer(request(type) + ",\"token\":\"" + TOKEN + "\"")).contains(PASSED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sequence_next",
                "sequence_confirm",
                "sequence_cancel",
                "sequence_describe",
                "sequence_list",
                "sequence_pending",
                "sequence_ledger",
                "sequence_balance"
            })
    void workingRequestsNeedNoToken(String type) {
        assertThat(answer(request(type))).contains(PASSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequence_confirm", "sequence_cancel"})
    void whoeverSettlesByNumberNeedsTheToken(String type) {
        String request = "\"type\":\"" + type + "\",\"msg_id\":1,\"sequence\":\"A\",\"number\":7";

        assertThat(answer(request)).contains("\"code\": 22, \"text\": \"this request needs the node's token");
        assertThat(answer(request + ",\"token\":\"" + TOKEN + "\"")).contains(PASSED);
    }

    @Test
    void idsNeedNoToken() {
        assertThat(answer("\"type\":\"generate\",\"msg_id\":1")).contains("\"type\": \"generate_ok\"");
    }
}
