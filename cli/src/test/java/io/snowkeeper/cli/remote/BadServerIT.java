package io.snowkeeper.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.cli.Run;
import io.snowkeeper.node.NodeFailedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The commands with a server that is another program, or malicious: an error on one line, and status 1. */
class BadServerIT {

    private static final Pattern ACTING = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\\n]]");

    /** As a node's error might be forged: it clears the screen, writes a line of its own, and turns the direction. */
    private static final String WICKED = "\\u001b[2J\\u009b2J\\nsnowkeeper: all is well\\u2028\\u202e";

    private static final String HTTP = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

    private static String error(Run run) {
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).startsWith("snowkeeper: ").endsWith("\n").hasLineCount(1);
        assertThat(ACTING.matcher(run.out() + run.err()).find())
                .as(run.out() + run.err())
                .isFalse();
        return run.err();
    }

    private static String http(String body) {
        return HTTP + "content-length: " + body.length() + "\r\n\r\n" + body;
    }

    @Test
    void anAnswerWithoutAnEndIsCut() throws Exception {
        try (BadServer server = BadServer.endless("", 0)) {
            assertThat(error(Run.of("status", "--server", server.address())))
                    .isEqualTo(
                            "snowkeeper: no answer from a node at %s, choose another one with --server: its answer is longer than 4194304 bytes\n"
                                    .formatted(server.address()));
            assertThat(error(Run.of("ids", "--server", server.address())))
                    .startsWith("snowkeeper: no answer from a node at %s, choose another one with --server: "
                            .formatted(server.address()))
                    .contains("it is longer than the 65536 bytes that the answer may have");
        }
    }

    @Test
    void anAnswerThatComesByteAfterByteIsNotWaitedForWithoutEnd() throws Exception {
        try (BadServer server = BadServer.endless("", 10)) {
            assertThatThrownBy(() -> NodeClient.of(server.address(), Optional.empty())
                            .within(Duration.ofMillis(300))
                            .ask(NodeClient.body("status")))
                    .isInstanceOf(NodeFailedException.class)
                    .hasMessageEndingWith("no whole answer within 300 ms");
        }
    }

    @Test
    void aBodyWithoutAnEndIsCut() throws Exception {
        try (BadServer server = BadServer.endless(HTTP + "connection: close\r\n\r\n", 0)) {
            assertThat(error(Run.of("fleet", "--url", server.url())))
                    .isEqualTo(
                            "snowkeeper: no answer from a node at %s, choose another one with --url: its answer is longer than 16777216 bytes\n"
                                    .formatted(server.url()));
        }
    }

    @Test
    void aBodyThatComesByteAfterByteIsNotWaitedForWithoutEnd() throws Exception {
        try (BadServer server = BadServer.endless(HTTP + "connection: close\r\n\r\n", 10)) {
            assertThatThrownBy(() -> HttpNodeClient.of(server.url(), Optional.empty())
                            .within(Duration.ofMillis(300))
                            .get("/v1/fleet"))
                    .isInstanceOf(NodeFailedException.class)
                    .hasMessageEndingWith("no whole answer within 300 ms");
        }
    }

    @Test
    void anAnswerThatIsNoObjectIsNoNodes() throws Exception {
        for (String answer : List.of("{}\n", "[]\n", "7\n", "\n", "{\"body\":[]}\n")) {
            try (BadServer server = BadServer.answering(answer)) {
                assertThat(error(Run.of("status", "--server", server.address())))
                        .isEqualTo("snowkeeper: %s is not a Snowkeeper node: its answer has no body\n"
                                .formatted(server.address()));
            }
        }
        for (String body : List.of("[]", "", "7")) {
            try (BadServer server = BadServer.answering(http(body))) {
                assertThat(error(Run.of("fleet", "--url", server.url())))
                        .isEqualTo("snowkeeper: %s is not a Snowkeeper node\n".formatted(server.url()));
            }
        }
    }

    @Test
    void anErrorsTextDoesNothingToTheTerminal() throws Exception {
        try (BadServer server = BadServer.answering(
                "{\"body\":{\"type\":\"error\",\"code\":11,\"text\":\"%s\"}}\n".formatted(WICKED))) {
            assertThat(error(Run.of("status", "--server", server.address())))
                    .isEqualTo(
                            "snowkeeper: \\u001b[2J\\u009b2J\\u000asnowkeeper: all is well\\u2028\\u202e (error 11)\n");
            assertThat(error(Run.of("ids", "--server", server.address())))
                    .contains("(error 11: \\u001b[2J\\u009b2J\\u000asnowkeeper: all is well\\u2028\\u202e)");
        }
    }

    @Test
    void whatAFleetShowsDoesNothingToTheTerminal() throws Exception {
        String fleet =
                "{\"fleet\":\"%1$s\",\"connected\":true,\"worker_ids\":{\"%1$s\":1},\"nodes\":[{\"name\":\"%1$s\",\"endpoints\":[\"%1$s\"]}],\"slots\":[{\"state\":\"%1$s\",\"node\":\"%1$s\"}]}"
                        .formatted(WICKED);
        try (BadServer server = BadServer.answering(http(fleet))) {
            for (List<String> options : List.of(List.<String>of(), List.of("--json"))) {
                Run run = Run.of(Stream.concat(Stream.of("fleet", "--url", server.url()), options.stream())
                        .toArray(String[]::new));
                assertThat(run.status()).isZero();
                assertThat(run.out()).containsIgnoringCase("\\u001b[2J");
                assertThat(ACTING.matcher(run.out()).find()).as(run.out()).isFalse();
            }
        }
    }

    @Test
    void aKeyThatIsVeryLongDoesNotFillUpTheOthers() throws Exception {
        try (BadServer server = BadServer.answering(
                "{\"body\":{\"type\":\"status_ok\",\"%s\":1,\"a\":2}}\n".formatted("k".repeat(1_000_000)))) {
            assertThat(Run.of("status", "--server", server.address()).out()).hasSizeLessThan(1_100_000);
        }
    }

    @Test
    void aListThatGoesInACircleIsLeft() throws Exception {
        try (BadServer server = BadServer.serving(
                "{\"type\":\"sequence_list_ok\",\"sequences\":[\"A\"],\"states\":[],\"next\":\"A\",\"in_reply_to\":%s}")) {
            assertThat(error(Run.of("sequence", "--server", server.address(), "--json", "list")))
                    .contains("next must come after what was asked for");
        }
    }

    @Test
    void aLedgerThatIsNoneIsTold() throws Exception {
        String entries =
                "{\"type\":\"sequence_ledger_ok\",\"entries\":[\"%s\"],\"next\":2,\"last\":1,\"in_reply_to\":%%s}"
                        .formatted(WICKED);
        try (BadServer server = BadServer.serving(entries)) {
            assertThat(error(Run.of("sequence", "--server", server.address(), "ledger", "A")))
                    .startsWith("snowkeeper: a node at %s does not return a ledger: no JSON: \\u001b[2J"
                            .formatted(server.address()));
        }
        String standing =
                "{\"type\":\"sequence_balance_ok\",\"identity\":\"1\",\"entries\":1,\"hash\":\"0\",\"time\":\"2026-01-01T00:00:00Z\",\"ranges\":\"%s\",\"taken\":0,\"returned\":0,\"returned_numbers\":null,\"pending\":0,\"in_reply_to\":%%s}"
                        .formatted(WICKED);
        try (BadServer server = BadServer.serving(standing)) {
            assertThat(error(Run.of("sequence", "--server", server.address(), "audit", "A")))
                    .contains("not the answer that was due: no numbers: \\u001b[2J");
        }
    }

    @Test
    void aRefusalsTextDoesNothingToTheTerminal() throws Exception {
        try (BadServer server =
                BadServer.serving("{\"type\":\"error\",\"code\":12,\"text\":\"" + WICKED + "\",\"in_reply_to\":%s}")) {
            for (List<String> command : List.of(List.of("ids"), List.of("sequence", "describe", "A"))) {
                assertThat(error(Run.of(Stream.concat(command.stream(), Stream.of("--server", server.address()))
                                .toArray(String[]::new))))
                        .isEqualTo(
                                "snowkeeper: \\u001b[2J\\u009b2J\\u000asnowkeeper: all is well\\u2028\\u202e (error 12)\n");
            }
        }
    }
}
