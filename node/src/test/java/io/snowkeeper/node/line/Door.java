package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.service.FixedWorkerIds;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.NodeStatus;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The ways in which a client talks to a node, for tests that hold through all of them. */
enum Door {
    TCP {
        @Override
        byte[] exchangeBytes(byte[] input, MillisClock clock) throws IOException {
            NodeService node = TestNode.on("n1", clock);
            try (LineServer server = new LineServer(LineServerSettings.on("127.0.0.1", 0), node);
                    LineClient client = LineClient.connect(server.start())) {
                CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> client.sendAndEnd(input));
                byte[] output = client.readAll();
                sent.join();
                return output;
            }
        }
    },

    STDIO {
        @Override
        byte[] exchangeBytes(byte[] input, MillisClock clock) throws IOException {
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            new StdioServer(TestNode.MAX_BATCH, name -> aloneNode(name, clock))
                    .run(new ByteArrayInputStream(input), output);
            return output.toByteArray();
        }
    };

    private static final String INIT =
            "{\"src\":\"c0\",\"dest\":\"n1\",\"body\":{\"type\":\"init\",\"msg_id\":1,\"node_id\":\"n1\",\"node_ids\":[\"n1\"]}}\n";

    private static final String INIT_OK =
            "{\"src\": \"n1\", \"dest\": \"c0\", \"body\": {\"type\": \"init_ok\", \"in_reply_to\": 1, \"msg_id\": 0}}\n";

    /** Sends all of the input to a new node, then ends the input, and returns all that comes out. */
    abstract byte[] exchangeBytes(byte[] input, MillisClock clock) throws IOException;

    /** Sends an init as the first line, and returns what comes after its answer. The node is n1 and has worker id 1. */
    String exchange(byte[] input, MillisClock clock) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(INIT.getBytes(US_ASCII));
        all.writeBytes(input);
        try {
            String output = new String(exchangeBytes(all.toByteArray(), clock), US_ASCII);
            if (!output.startsWith(INIT_OK)) {
                throw new AssertionError("init was answered by " + output);
            }
            return output.substring(INIT_OK.length());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String exchange(String input, MillisClock clock) {
        return exchange(input.getBytes(US_ASCII), clock);
    }

    private static NodeService aloneNode(String name, MillisClock clock) {
        return new NodeService(
                name,
                FixedWorkerIds.ofNode(name, Layout.DEFAULT, clock, Duration.ofMillis(10)),
                clock,
                () -> NodeStatus.alone(name));
    }
}
