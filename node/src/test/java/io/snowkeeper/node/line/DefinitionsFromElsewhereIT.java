package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.node.net.Transport;
import io.snowkeeper.node.net.connection.PortBounds;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.security.SecuritySettings;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The clients that may change a sequence's definition over the line port. The node has no sequences: code 10 shows that
 * a request was admitted.
 */
class DefinitionsFromElsewhereIT {

    private static final String TOKEN = "0123456789abcdef";
    private static final String PASSED =
            "\"code\": 10, \"text\": \"there are no sequences here: the node was started without ZooKeeper\"";

    @TempDir
    private Path folder;

    private static String request(String type, String more) {
        return ("{\"src\":\"c\",\"body\":{\"type\":\"%s\",\"msg_id\":1,\"sequence\":\"A\",\"mode\":\"block\",\"from\":1,"
                        + "\"to\":9,\"next\":1,\"reservation\":\"x-1\",\"reason\":\"spoilt\",\"through\":1%s}}\n")
                .formatted(type, more + (type.equals("sequence_turn_back") ? ",\"period\":\"2026\"" : ""));
    }

    private static String exchange(Peer from, SecuritySettings security, String lines) throws IOException {
        try (LineServer server = new LineServer(
                        LineServerSettings.on("127.0.0.1", 0).with(security),
                        List.of(TestNode.stepping("n1")),
                        Optional.empty(),
                        PortBounds.usual(),
                        Transport.best(),
                        address -> from);
                Socket socket = new Socket("127.0.0.1", server.start().getPort())) {
            socket.getOutputStream().write(lines.getBytes(US_ASCII));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), US_ASCII);
        }
    }

    private SecuritySettings withToken() throws IOException {
        return new SecuritySettings(Optional.of(AdminToken.watch(Files.writeString(folder.resolve("token"), TOKEN))));
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
    void withoutATokenTheyAreChangedFromTheNodesMachineAlone(String type) throws IOException {
        assertThat(exchange(Peer.THIS_MACHINE, SecuritySettings.NONE, request(type, "")))
                .contains(PASSED);
        assertThat(exchange(Peer.ELSEWHERE, SecuritySettings.NONE, request(type, "")))
                .isEqualTo(
                        "{\"src\": \"n1\", \"dest\": \"c\", \"body\": {\"type\": \"error\", \"code\": 22, \"text\": \"without"
                                + " --admin-token-file, this request is for clients on the node's own machine: send it from there,"
                                + " or give the node a token: type=\\\"" + type
                                + "\\\"\", \"in_reply_to\": 1, \"msg_id\": 0}}\n");
        assertThat(exchange(Peer.ELSEWHERE, SecuritySettings.NONE, request(type, ",\"token\":\"" + TOKEN + "\"")))
                .contains("\"code\": 22, \"text\": \"without --admin-token-file, ");
    }

    @ParameterizedTest
    @EnumSource
    void withATokenItIsTheTokenThatCountsWhereverTheyAreChangedFrom(Peer from) throws IOException {
        assertThat(exchange(from, withToken(), request("sequence_create", ",\"token\":\"" + TOKEN + "\"")))
                .contains(PASSED);
        assertThat(exchange(from, withToken(), request("sequence_create", "")))
                .contains("\"code\": 22, \"text\": \"this request needs the node's token: token is missing\"");
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
    void whatClientsDoAllDayIsForAll(String type) throws IOException {
        assertThat(exchange(Peer.ELSEWHERE, SecuritySettings.NONE, request(type, "")))
                .contains(PASSED);
    }
}
