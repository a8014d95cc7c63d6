package io.snowkeeper.node.line.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.node.service.message.RequestFields;
import io.snowkeeper.node.service.message.RequestKey;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The body of a request: the values of the keys that some request has. */
final class RequestBody implements RequestFields {

    private static final Map<String, RequestKey> KEYS =
            Arrays.stream(RequestKey.values()).collect(Collectors.toMap(RequestKey::text, key -> key));

    private static final int FIRST_IDS = 64;

    private final Map<RequestKey, JsonValue> values = new EnumMap<>(RequestKey.class);
    private List<String> nodeIds = List.of();
    private long @Nullable [] ids;
    private @Nullable String idsProblem;

    private RequestBody() {}

    /** Reads the object whose start the parser stands at. Of a key that repeats, the last value counts. */
    static RequestBody read(JsonParser parser) throws IOException {
        RequestBody body = new RequestBody();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            RequestKey key = KEYS.get(parser.currentName());
            JsonToken token = parser.nextToken();
            if (key == RequestKey.IDS) {
                body.readIds(parser);
            } else if (key == RequestKey.NODE_IDS) {
                body.readNodeIds(parser);
            } else if (key != null) {
                body.values.put(key, JsonValue.read(parser));
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
    JsonValue value(RequestKey key) {
        return values.get(key);
    }

    String type() {
        JsonValue value = values.get(RequestKey.TYPE);
        if (value == null || !value.isString()) {
            throw malformed("type must be a string: " + shown(RequestKey.TYPE));
        }
        return value.text();
    }

    @Override
    public String text(RequestKey key, int maxLength) {
        JsonValue value = values.get(key);
        if (value == null
                || !value.isString()
                || value.text().isEmpty()
                || value.text().length() > maxLength) {
            throw malformed(
                    "%s must be a string of 1 to %d characters: %s".formatted(key.text(), maxLength, shown(key)));
        }
        return value.text();
    }

    @Override
    public int integer(RequestKey key, int min, int max) {
        JsonValue value = values.get(key);
        OptionalLong number = value == null ? OptionalLong.empty() : value.asInteger();
        if (number.isEmpty() || number.getAsLong() < min || number.getAsLong() > max) {
            throw malformed("%s must be an integer from %d to %d: %s".formatted(key.text(), min, max, shown(key)));
        }
        return (int) number.getAsLong();
    }

    @Override
    public long id(RequestKey key) {
        JsonValue value = values.get(key);
        OptionalLong id = value == null ? OptionalLong.empty() : value.asId();
        if (id.isEmpty() || id.getAsLong() < 0) {
            throw malformed("%s must be an integer from 0 to %d, as a number or a decimal string: %s"
                    .formatted(key.text(), Long.MAX_VALUE, shown(key)));
        }
        return id.getAsLong();
    }

    @Override
    public boolean has(RequestKey key) {
        JsonValue value = values.get(key);
        return value != null && !value.isNull();
    }

    @Override
    public long number(RequestKey key) {
        JsonValue value = values.get(key);
        OptionalLong number = value == null ? OptionalLong.empty() : value.asId();
        return number.orElseThrow(
                () -> malformed("%s must be an integer of 64 bits, as a number or a decimal string: %s"
                        .formatted(key.text(), shown(key))));
    }

    @Override
    public boolean isText(RequestKey key, String text) {
        JsonValue value = values.get(key);
        return value != null && value.isString(text);
    }

    @Override
    public List<String> nodeIds() {
        return nodeIds;
    }

    @Override
    public long[] ids() {
        if (ids == null || idsProblem != null) {
            throw malformed("ids must be an array of 64-bit integers, as numbers or decimal strings: "
                    + (idsProblem == null ? "ids is missing" : idsProblem));
        }
        return ids;
    }

    @Override
    public <E extends Enum<E>> E choice(RequestKey key, E[] constants) {
        JsonValue value = values.get(key);
        if (value == null) {
            return constants[0];
        }
        for (E constant : constants) {
            if (value.isString(nameOf(constant))) {
                return constant;
            }
        }
        throw malformed("%s must be %s: %s".formatted(key.text(), namesOf(constants), shown(key)));
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

    private String shown(RequestKey key) {
        JsonValue value = values.get(key);
        return key.text() + (value == null ? " is missing" : "=" + value);
    }

    private static RequestRefusedException malformed(String text) {
        return new RequestRefusedException(ErrorCode.MALFORMED_REQUEST, text);
    }
}
