package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.snowkeeper.core.Layout;
import io.snowkeeper.embedded.id.IdSource;
import io.snowkeeper.embedded.id.LeasedIdSource;
import io.snowkeeper.node.line.codec.LineLimits;
import io.snowkeeper.node.line.codec.LineReader;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.message.NodeConfiguration;
import io.snowkeeper.node.service.message.NodeStatus;
import io.snowkeeper.node.service.message.StartOption;
import io.snowkeeper.node.service.message.StartOption.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A node behaves as in the description of the protocol. Each block of it is a connection of its own. */
class ProtocolDocumentTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "reference", "protocol.md");
    private static final String BLOCK = "```";
    private static final String DRAINING = "draining";
    private static final String REQUEST = "-> ";
    private static final String ANSWER = "<- ";

    private static final long START = Instant.parse("2026-11-21T12:00:00Z").toEpochMilli();

    private static final NodeStatus STATUS = new NodeStatus(
            "n1",
            "holding",
            Optional.of("5f0c8d0e-3c1b-4a57-9d43-6a1f1f6e2b90"),
            OptionalLong.of(START + 2_000),
            OptionalLong.of(START + 60_000),
            true,
            OptionalLong.of(-2),
            OptionalLong.of(600_000),
            Optional.empty(),
            Optional.of(new NodeConfiguration(
                    "0.1.0",
                    Layout.DEFAULT,
                    Duration.ofSeconds(60),
                    "zk1:2181,zk2:2181,zk3:2181/ids",
                    List.of(
                            new StartOption("zookeeper", Origin.FILE, Optional.empty()),
                            new StartOption("name", Origin.ENVIRONMENT, Optional.empty())))));

    @Test
    void theExchangesOfTheDocumentAreThoseOfANode() throws IOException {
        List<String> document = Files.readAllLines(DOCUMENT);

        assertThat(withoutRandom(document)).contains(REQUEST + "hello").isEqualTo(withoutRandom(answered(document)));
    }

    @Test
    void theLimitsOfTheDocumentAreThoseOfANode() throws IOException {
        assertThat(Files.readString(DOCUMENT))
                .contains("| a line | %,d bytes".formatted(LineLimits.MAX_LINE))
                .contains("| a `verify_ids` line | %,d bytes".formatted(LineLimits.MAX_LONG_LINE))
                .contains("| ids in a batch | %,d by default".formatted(LineServerSettings.DEFAULT_MAX_BATCH))
                .contains("| connections | %,d by default".formatted(LineServerSettings.DEFAULT_MAX_CONNECTIONS))
                .contains("| a connection that carries nothing | %d minutes by default"
                        .formatted(LineServerSettings.DEFAULT_IDLE_TIMEOUT.toMinutes()))
                .contains("(port %d by default)".formatted(LineServerSettings.DEFAULT_PORT))
                .contains("may nest %,d levels deep".formatted(LineReader.MAX_DEPTH))
                .contains("a number may have %,d characters".formatted(LineReader.MAX_NUMBER_LENGTH));
    }

    /** The last 26 bits of a UUID are others in each process. */
    private static List<String> withoutRandom(List<String> lines) {
        return lines.stream()
                .map(line -> line.replaceAll("(-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{5})[0-9a-f]{7}", "$1"))
                .toList();
    }

    private static List<String> answered(List<String> document) {
        List<String> lines = new ArrayList<>();
        LineSession session = session(false);
        String answer = "";
        for (String line : document) {
            if (line.startsWith(BLOCK)) {
                session = session(line.endsWith(DRAINING));
            }
            if (line.startsWith(REQUEST)) {
                answer = answer(session, line.substring(REQUEST.length()));
            }
            lines.add(line.startsWith(ANSWER) ? ANSWER + answer : line);
            if (line.startsWith(ANSWER)) {
                answer = lastLine(session);
            }
        }
        return lines;
    }

    private static String lastLine(LineSession session) {
        ByteBuf out = Unpooled.buffer();
        session.announceStop(out);
        return out.toString(UTF_8).strip();
    }

    private static String answer(LineSession session, String line) {
        ByteBuf out = Unpooled.buffer();
        DrainedAnswers.write(session, Unpooled.copiedBuffer(line, UTF_8), out);
        return out.toString(UTF_8).strip();
    }

    private static LineSession session(boolean draining) {
        AtomicLong now = new AtomicLong(START);
        LeasedIdSource leased = TestNode.leased(now, 17);
        leased.noteSequences();
        IdSource ids = new SteppingIds(now, leased);
        NodeService node =
                new NodeService("n1", ids, now::get, () -> STATUS).withSortableIds(TestNode.sortable(now, 17));
        if (draining) {
            node.drain();
        }
        return new LineSession(node, new RequestDecoder(LineServerSettings.DEFAULT_MAX_BATCH), "n1");
    }
}
