package io.snowkeeper.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.text.PrintableText;
import java.io.PrintWriter;
import java.util.List;

/** An answer's own fields, without those of every answer of the line protocol. */
record Fields(ObjectNode body) {

    private static final List<String> OF_EVERY_ANSWER = List.of("type", "in_reply_to", "msg_id");

    private static final int MIN_WIDTH = 17;

    /** Longer keys, which no node has, stand out of the column. */
    private static final int MAX_WIDTH = 40;

    static Fields of(JsonNode answer) {
        return new Fields(((ObjectNode) answer.deepCopy()).remove(OF_EVERY_ANSWER));
    }

    /** Prints a line each, or all as one object of JSON. */
    void print(PrintWriter out, boolean json) {
        if (json) {
            out.println(PrintableText.of(body.toString()));
        } else {
            int width = body.properties().stream()
                    .mapToInt(field -> field.getKey().length())
                    .filter(length -> length <= MAX_WIDTH)
                    .reduce(MIN_WIDTH, Math::max);
            String line = "%-" + width + "s %s";
            body.properties()
                    .forEach(field ->
                            out.println(PrintableText.of(line.formatted(field.getKey(), textOf(field.getValue())))));
        }
        out.flush();
    }

    private static String textOf(JsonNode value) {
        return value.isNull() ? "none" : value.isTextual() ? value.asText() : value.toString();
    }
}
