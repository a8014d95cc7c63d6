package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.testkit.net.LineClient;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The ways in which a client talks to a node, for tests that hold through all of them. */
enum LineTransport {
    TCP(TestNode::stepping, TestNode::live) {
        @Override
        byte[] exchange(byte[] input, Function<String, NodeService> nodes) throws IOException {
            try (LineServer server = new LineServer(LineServerSettings.on("127.0.0.1", 0), nodes.apply("n1"));
                    LineClient client = LineClient.connect(server.start())) {
                CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> client.sendAndEnd(input));
                byte[] output = client.readAll();
                sent.join();
                return output;
            }
        }
    },

    STDIO(TestNode::steppingAlone, TestNode::liveAlone) {
        @Override
        byte[] exchange(byte[] input, Function<String, NodeService> nodes) throws IOException {
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            new StdioServer(TestNode.MAX_BATCH, init -> nodes.apply(init.nodeId()))
                    .run(new ByteArrayInputStream(input), output);
            return output.toByteArray();
        }
    };

    private static final String INIT =
            "{\"src\":\"c0\",\"dest\":\"n1\",\"body\":{\"type\":\"init\",\"msg_id\":1,\"node_id\":\"n1\",\"node_ids\":[\"n1\"]}}\n";

    private static final String INIT_OK =
            "{\"src\": \"n1\", \"dest\": \"c0\", \"body\": {\"type\": \"init_ok\", \"in_reply_to\": 1, \"msg_id\": 0}}\n";

    private final Function<String, NodeService> stepping;
    private final Function<String, NodeService> live;

    LineTransport(Function<String, NodeService> stepping, Function<String, NodeService> live) {
        this.stepping = stepping;
        this.live = live;
    }

    /** Sends all of the input to a new node, then ends the input, and returns all that comes out. */
    abstract byte[] exchange(byte[] input, Function<String, NodeService> nodes) throws IOException;

    /**
     * Sends the input after an init to a node whose time {@link SteppingIds steps}, and returns the output after the
     * answer to the init. The node is n1 and has worker id 1.
     */
    String exchange(byte[] input) {
        return exchangeAfterInit(input, stepping);
    }

    String exchange(String input) {
        return exchange(input.getBytes(US_ASCII));
    }

    /** As {@link #exchange(String)}, but on the real time. */
    String exchangeLive(String input) {
        return exchangeAfterInit(input.getBytes(US_ASCII), live);
    }

    private String exchangeAfterInit(byte[] input, Function<String, NodeService> nodes) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(INIT.getBytes(US_ASCII));
        all.writeBytes(input);
        try {
            String output = new String(exchange(all.toByteArray(), nodes), US_ASCII);
            if (!output.startsWith(INIT_OK)) {
                throw new AssertionError("init was answered by " + output);
            }
            return output.substring(INIT_OK.length());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
