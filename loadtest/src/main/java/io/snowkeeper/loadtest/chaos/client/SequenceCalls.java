package io.snowkeeper.loadtest.chaos.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import io.snowkeeper.loadtest.client.Connector;
import io.snowkeeper.loadtest.client.LineClient;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests about sequences, one at a time, to one node after the other where one does not answer. For one thread. */
final class SequenceCalls implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final List<FleetNode> nodes;
    private final Connector connector;
    private final RestoreGate gate;
    private int current;
    private @Nullable LineClient connection;

    /** @param first which of the nodes to begin with */
    SequenceCalls(List<FleetNode> nodes, int first, RestoreGate gate) {
        this.nodes = List.copyOf(nodes);
        this.current = first;
        this.gate = gate;
        this.connector = Connector.untilStopped(gate::isGivingUp);
    }

    ObjectNode request(String type, String sequence) {
        return MAPPER.createObjectNode().put("type", type).put("msg_id", 1).put("sequence", sequence);
    }

    /**
     * Asks the present node.
     *
     * @return the body of the answer, which may be an error
     * @throws IOException if there was none; the next request goes to the next node
     */
    JsonNode ask(ObjectNode body) throws IOException {
        try {
            JsonNode answer = body(send(body).next());
            gate.answered(body, answer);
            return answer;
        } catch (IOException e) {
            moveOn();
            throw e;
        }
    }

    private LineClient send(ObjectNode body) throws IOException {
        LineClient open = connection;
        if (open == null) {
            open = connector.connect(nodes.get(current).address());
            connection = open;
        }
        open.send(MAPPER.createObjectNode().put("src", "s").set("body", body).toString() + "\n");
        return open;
    }

    /** Asks the present node, and has gone before it answers; the next request goes to the next one. */
    void sendAndGo(ObjectNode body) throws IOException {
        try {
            send(body);
        } finally {
            moveOn();
        }
    }

    /** The next request goes to the next node. */
    void moveOn() throws IOException {
        close();
        current = (current + 1) % nodes.size();
    }

    /** @throws IllegalArgumentException if the line is no answer of the line protocol */
    static JsonNode body(String line) {
        return tree(line).required("body");
    }

    /** @throws IllegalArgumentException if the text is no JSON */
    static JsonNode tree(String line) {
        try {
            return MAPPER.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(line, e);
        }
    }

    /** Returns an error's code, 0 for any other answer. */
    static int errorCode(JsonNode body) {
        return body.path("code").asInt(0);
    }

    static long[] numbers(JsonNode body) {
        JsonNode list = body.required("numbers");
        long[] numbers = new long[list.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = list.get(i).asLong();
        }
        return numbers;
    }

    @Override
    public void close() throws IOException {
        LineClient open = connection;
        connection = null;
        if (open != null) {
            open.close();
        }
    }
}
