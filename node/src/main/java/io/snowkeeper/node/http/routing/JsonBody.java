package io.snowkeeper.node.http.routing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.node.service.message.FieldValue;
import io.snowkeeper.node.service.message.RequestFields;
import io.snowkeeper.node.service.message.RequestKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An object that a client sent. Unknown content is refused, so that a typing error is not overlooked. */
public final class JsonBody {

    private final ObjectNode object;

    private JsonBody(ObjectNode object) {
        this.object = object;
    }

    /**
     * Reads the body of a call.
     *
     * @throws ProblemException if the body is not JSON, or is said to be something else
     */
    public static JsonBody of(Call call) {
        call.header("content-type")
                .map(type -> type.split(";", 2)[0].strip())
                .filter(type -> !type.equalsIgnoreCase(Json.CONTENT_TYPE))
                .ifPresent(type -> {
                    throw new ProblemException(Problem.of(
                            ProblemCode.UNSUPPORTED_MEDIA_TYPE,
                            "body must be %s: content-type=%s".formatted(Json.CONTENT_TYPE, FieldValue.shown(type))));
                });
        return new JsonBody(Json.read(call.body()));
    }

    /**
     * Reads values as fields of a request.
     *
     * @throws ProblemException if there are others than these
     */
    public void fill(RequestFields fields, RequestKey... keys) {
        fill(fields, object, "body", keys);
    }

    /**
     * Reads a list of ranges, unless one range is given by its first and last number.
     *
     * @throws ProblemException if both are given, or the list is missing or none of objects, or they have anything but a range's numbers
     */
    public void fillRanges(RequestFields fields) {
        if (fields.has(RequestKey.FROM) || fields.has(RequestKey.TO)) {
            if (fields.has(RequestKey.RANGES)) {
                throw ProblemException.malformed("give either ranges, or from and to");
            }
            return;
        }
        List<RequestFields> ranges = new ArrayList<>();
        JsonNode list = object.path(RequestKey.RANGES.text());
        for (JsonNode element : list) {
            if (element instanceof ObjectNode range) {
                RequestFields each = new RequestFields();
                fill(each, range, RequestKey.RANGES.text(), RequestKey.FROM, RequestKey.TO);
                ranges.add(each);
            }
        }
        if (!list.isArray() || ranges.size() != list.size()) {
            throw ProblemException.malformed("ranges must be a list of objects: " + fields.shown(RequestKey.RANGES));
        }
        fields.ranges(ranges);
    }

    private static void fill(RequestFields fields, ObjectNode object, String place, RequestKey... keys) {
        for (Map.Entry<String, JsonNode> given : object.properties()) {
            RequestKey key = RequestKey.named(given.getKey());
            if (key == null || !List.of(keys).contains(key)) {
                throw ProblemException.malformed("unknown key in %s: %s; known are %s"
                        .formatted(place, FieldValue.shown(given.getKey()), String.join(", ", RequestKey.texts(keys))));
            }
            fields.put(key, value(given.getValue()));
        }
    }

    private static FieldValue value(JsonNode node) {
        return switch (node.getNodeType()) {
            case STRING -> new FieldValue(FieldValue.Type.STRING, node.textValue());
            case NULL -> FieldValue.NULL;
            case ARRAY -> FieldValue.LIST;
            case OBJECT -> FieldValue.OBJECT;
            default ->
                new FieldValue(
                        node.isIntegralNumber() ? FieldValue.Type.INTEGER : FieldValue.Type.OTHER, node.asText());
        };
    }
}
