package io.snowkeeper.loadtest.chaos.member;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.api.SnowkeeperException;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.core.text.SortableIdFormat;
import io.snowkeeper.embedded.LeasedIds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Locale;

/** A conversation with a client that asks an embedded member for ids, in the lines of a node. */
final class AskedMember {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private AskedMember() {}

    /** Answers one line after the other, until the client goes. */
    static void answer(Socket client, LeasedIds ids) {
        try (client) {
            client.setTcpNoDelay(true);
            BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream(), UTF_8));
            OutputStream out = client.getOutputStream();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                ObjectNode answer = MAPPER.createObjectNode();
                answer.set("body", body(MAPPER.readTree(line).path("body"), ids));
                out.write((answer + "\n").getBytes(UTF_8));
            }
        } catch (IOException e) {
            // The client has gone, or the process is about to.
        }
    }

    private static ObjectNode body(JsonNode request, LeasedIds ids) {
        ObjectNode body = MAPPER.createObjectNode()
                .put("in_reply_to", request.path("msg_id").asLong());
        try {
            return switch (request.path("type").asText()) {
                case "generate" -> body.put("type", "generate_ok").put("id", ids.next());
                case "generate_batch" ->
                    batch(body, ids.next(request.path("count").asInt()));
                case "generate_sortable" -> sortable(body, request, ids);
                case "generate_uuid" -> uuids(body, request, ids);
                default -> body.put("type", "error").put("code", ErrorCode.NOT_SUPPORTED.number());
            };
        } catch (SnowkeeperException e) {
            return body.put("type", "error")
                    .put("code", ErrorCode.TEMPORARILY_UNAVAILABLE.number())
                    .put("text", e.getMessage());
        }
    }

    private static ObjectNode batch(ObjectNode body, long[] ids) {
        ArrayNode all = body.put("type", "generate_batch_ok").putArray("ids");
        for (long id : ids) {
            all.add(id);
        }
        return body;
    }

    private static ObjectNode sortable(ObjectNode body, JsonNode request, LeasedIds ids) {
        SortableUnit unit = SortableUnit.valueOf(request.path("unit").asText().toUpperCase(Locale.ROOT));
        ArrayNode all = body.put("type", "generate_sortable_ok").putArray("ids");
        ids.nextSortable(unit, request.path("count").asInt()).forEach(id -> all.add(SortableIdFormat.HEX.format(id)));
        return body;
    }

    private static ObjectNode uuids(ObjectNode body, JsonNode request, LeasedIds ids) {
        ArrayNode all = body.put("type", "generate_uuid_ok").putArray("ids");
        ids.nextUuids(request.path("count").asInt()).forEach(id -> all.add(id.toString()));
        return body;
    }
}
