package io.snowkeeper.node.line;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.node.service.IdFormat;
import io.snowkeeper.node.service.RequestRefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request: the values of the keys that some request has. Each method that returns one refuses the request
 * if the value is not what it has to be.
 */
final class RequestBody {

    private static final Set<String> KEYS = Set.of(
            "type",
            "msg_id",
            "node_id",
            "count",
            "id",
            "format",
            "unit",
            "sequence",
            "mode",
            "from",
            "to",
            "key",
            "reservation",
            "next",
            "after",
            "limit",
            "min_block",
            "max_block",
            "reservation_ms",
            "key_retention_ms",
            "max_keys",
            "max_pending",
            "token");
    private static final String IDS = "ids";
    private static final String NODE_IDS = "node_ids";
    private static final int FIRST_IDS = 64;

    private final Map<String, JsonValue> values = new HashMap<>();
    private List<String> nodeIds = List.of();
    private long @Nullable [] ids;
    private @Nullable String idsProblem;

    private RequestBody() {}

    /** Reads the object whose start the parser stands at. Of a key that repeats, the last value counts. */
    static RequestBody read(JsonParser parser) throws IOException {
        RequestBody body = new RequestBody();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            JsonToken token = parser.nextToken();
            if (KEYS.contains(key)) {
                body.values.put(key, JsonValue.read(parser));
            } else if (key.equals(IDS)) {
                body.readIds(parser);
            } else if (key.equals(NODE_IDS)) {
                body.readNodeIds(parser);
            } else if (token != null) {
                parser.skipChildren();
            }
        }
        return body;
    }

    private void readIds(JsonParser parser) throws IOException {
        ids = null;
        idsProblem = null;
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            idsProblem = "ids=" + JsonValue.read(parser);
            return;
        }
        long[] read = new long[FIRST_IDS];
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            JsonValue value = JsonValue.read(parser);
            OptionalLong id = value.asId();
            if (id.isEmpty() && idsProblem == null) {
                idsProblem = "ids[%d]=%s".formatted(count, value);
            }
            if (count == read.length) {
                read = Arrays.copyOf(read, 2 * count);
            }
            read[count++] = id.orElse(0);
        }
        ids = Arrays.copyOf(read, count);
    }

    private void readNodeIds(JsonParser parser) throws IOException {
        nodeIds = new ArrayList<>();
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            JsonValue value = JsonValue.read(parser);
            if (value.isString()) {
                nodeIds.add(value.text());
            }
        }
    }

    @Nullable
    JsonValue value(String key) {
        return values.get(key);
    }

    String type() {
        JsonValue value = values.get("type");
        if (value == null || !value.isString()) {
            throw malformed("type must be a string: " + shown("type"));
        }
        return value.text();
    }

    /** Returns a string that is not empty. */
    String text(String key, int maxLength) {
        JsonValue value = values.get(key);
        if (value == null
                || !value.isString()
                || value.text().isEmpty()
                || value.text().length() > maxLength) {
            throw malformed("%s must be a string of 1 to %d characters: %s".formatted(key, maxLength, shown(key)));
        }
        return value.text();
    }

    int integer(String key, int min, int max) {
        JsonValue value = values.get(key);
        OptionalLong number = value == null ? OptionalLong.empty() : value.asInteger();
        if (number.isEmpty() || number.getAsLong() < min || number.getAsLong() > max) {
            throw malformed("%s must be an integer from %d to %d: %s".formatted(key, min, max, shown(key)));
        }
        return (int) number.getAsLong();
    }

    long id(String key) {
        JsonValue value = values.get(key);
        OptionalLong id = value == null ? OptionalLong.empty() : value.asId();
        if (id.isEmpty() || id.getAsLong() < 0) {
            throw malformed("%s must be an integer from 0 to %d, as a number or a decimal string: %s"
                    .formatted(key, Long.MAX_VALUE, shown(key)));
        }
        return id.getAsLong();
    }

    /** Returns whether there is a value for the key other than null. */
    boolean has(String key) {
        JsonValue value = values.get(key);
        return value != null && !value.isNull();
    }

    /** Returns any integer of 64 bits, so that whoever knows what it has to be can say so. */
    long number(String key) {
        JsonValue value = values.get(key);
        OptionalLong number = value == null ? OptionalLong.empty() : value.asId();
        return number.orElseThrow(() -> malformed(
                "%s must be an integer of 64 bits, as a number or a decimal string: %s".formatted(key, shown(key))));
    }

    /** Returns a number as {@link #number} does, empty if there is none. */
    OptionalLong optionalNumber(String key) {
        return has(key) ? OptionalLong.of(number(key)) : OptionalLong.empty();
    }

    /** Returns whether the value is the given text. */
    boolean isText(String key, String text) {
        JsonValue value = values.get(key);
        return value != null && value.isString(text);
    }

    /** Returns the texts in the array of that name; whatever else it may be is no name of a node. */
    List<String> nodeIds() {
        return nodeIds;
    }

    long[] ids() {
        if (ids == null || idsProblem != null) {
            throw malformed("ids must be an array of 64-bit integers, as numbers or decimal strings: "
                    + (idsProblem == null ? "ids is missing" : idsProblem));
        }
        return ids;
    }

    IdFormat format() {
        return choice("format", IdFormat.values());
    }

    /**
     * Returns the constant whose name is given in small letters, the first one if none is.
     *
     * @param constants at least two
     */
    <E extends Enum<E>> E choice(String key, E[] constants) {
        JsonValue value = values.get(key);
        if (value == null) {
            return constants[0];
        }
        for (E constant : constants) {
            if (value.isString(nameOf(constant))) {
                return constant;
            }
        }
        throw malformed("%s must be %s: %s".formatted(key, namesOf(constants), shown(key)));
    }

    private static String namesOf(Enum<?>[] constants) {
        String all = Arrays.stream(constants)
                .map(constant -> '"' + nameOf(constant) + '"')
                .collect(Collectors.joining(", "));
        int last = all.lastIndexOf(", ");
        return all.substring(0, last) + " or " + all.substring(last + 2);
    }

    private static String nameOf(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private String shown(String key) {
        JsonValue value = values.get(key);
        return value == null ? key + " is missing" : key + "=" + value;
    }

    private static RequestRefusedException malformed(String text) {
        return new RequestRefusedException(ErrorCode.MALFORMED_REQUEST, text);
    }
}
