package io.snowkeeper.node.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.List;

/** An answer's own fields, without what every answer of the line protocol has. */
record Fields(ObjectNode body) {

    private static final List<String> OF_EVERY_ANSWER = List.of("type", "in_reply_to", "msg_id");

    static Fields of(JsonNode answer) {
        return new Fields(((ObjectNode) answer.deepCopy()).remove(OF_EVERY_ANSWER));
    }

    /** Prints a line each, or all as one object of JSON. */
    void print(PrintWriter out, boolean json) {
        if (json) {
            out.println(body);
        } else {
            body.properties()
                    .forEach(field -> out.println("%-17s %s".formatted(field.getKey(), textOf(field.getValue()))));
        }
        out.flush();
    }

    private static String textOf(JsonNode value) {
        return value.isNull() ? "none" : value.isTextual() ? value.asText() : value.toString();
    }
}
