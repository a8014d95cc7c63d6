package io.snowkeeper.node.line.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.node.service.message.FieldValue;
import io.snowkeeper.node.service.message.RequestFields;
import io.snowkeeper.node.service.message.RequestKey;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reader of the JSON of a line, which keeps the fields that any request needs. */
public final class LineReader {

    public static final int MAX_DEPTH = 1000;
    public static final int MAX_NUMBER_LENGTH = 1000;

    /**
     * Keys come from clients: there is no table of them, in which those that are made to have one hash would cost more the more
     * there are of them, for this line or for those of others.
     */
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .maxNameLength(LineLimits.MAX_LONG_LINE)
                    .build())
            .build();

    private LineReader() {}

    /** Returns a parser of a line, or of the beginning of one. */
    static JsonParser parserOf(String line) throws IOException {
        return JSON.createParser(line);
    }

    /**
     * Reads a line.
     *
     * @throws RequestRefusedException if the line is no JSON object
     */
    public static Envelope read(ByteBuf line) {
        if (!ByteBufUtil.isText(line, StandardCharsets.UTF_8)) {
            throw malformed("line must be valid UTF-8");
        }
        String text = line.toString(StandardCharsets.UTF_8);
        try (JsonParser parser = parserOf(text)) {
            return readObject(parser);
        } catch (StreamConstraintsException e) {
            throw malformed("line must not nest deeper than %s levels, nor have numbers of more than %s characters"
                    .formatted(MAX_DEPTH, MAX_NUMBER_LENGTH));
        } catch (JsonProcessingException e) {
            String read = text.substring(0, (int) e.getLocation().getCharOffset());
            throw malformed("line must be one JSON object: it is not JSON near byte " + ByteBufUtil.utf8Bytes(read));
        } catch (IOException e) {
            throw new UncheckedIOException("a text cannot fail to be read", e);
        }
    }

    private static Envelope readObject(JsonParser parser) throws IOException {
        JsonToken first = parser.nextToken();
        if (first != JsonToken.START_OBJECT) {
            throw malformed(
                    "line must be one JSON object: " + (first == null ? "it is empty" : "it is " + value(parser)));
        }
        FieldValue source = null;
        FieldValue bodyValue = null;
        @Nullable RequestFields body = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            JsonToken token = parser.nextToken();
            if (key.equals("src")) {
                source = value(parser);
            } else if (key.equals("body")) {
                body = token == JsonToken.START_OBJECT ? fields(parser) : null;
                bodyValue = body == null ? value(parser) : FieldValue.OBJECT;
            } else {
                parser.skipChildren();
            }
        }
        if (parser.nextToken() != null) {
            throw malformed("line must be one JSON object: there is more after it");
        }
        return new Envelope(source, bodyValue, body);
    }

    /** Reads the object whose start the parser stands at. If a key repeats, the last value counts. */
    private static RequestFields fields(JsonParser parser) throws IOException {
        RequestFields fields = new RequestFields();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            RequestKey key = RequestKey.named(parser.currentName());
            boolean isList = parser.nextToken() == JsonToken.START_ARRAY;
            if (key == RequestKey.IDS && isList) {
                readIds(parser, fields);
            } else if (key == RequestKey.NODE_IDS) {
                fields.nodeIds(isList ? texts(parser) : List.of());
                parser.skipChildren();
            } else if ((key == RequestKey.FROM || key == RequestKey.TO) && isList) {
                fields.put(key, values(parser));
            } else if (key != null) {
                fields.put(key, value(parser));
            } else {
                parser.skipChildren();
            }
        }
        return fields;
    }

    private static void readIds(JsonParser parser, RequestFields fields) throws IOException {
        fields.beginIds();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            fields.addId(value(parser));
        }
    }

    private static List<FieldValue> values(JsonParser parser) throws IOException {
        List<FieldValue> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(value(parser));
        }
        return values;
    }

    private static List<String> texts(JsonParser parser) throws IOException {
        List<String> texts = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            FieldValue value = value(parser);
            if (value.isText()) {
                texts.add(value.text());
            }
        }
        return texts;
    }

    /** Reads the value that the parser stands at, and leaves the parser at its end. */
    private static FieldValue value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> new FieldValue(FieldValue.Type.STRING, parser.getText());
            case VALUE_NUMBER_INT -> new FieldValue(FieldValue.Type.INTEGER, parser.getText());
            case VALUE_NULL -> FieldValue.NULL;
            case START_ARRAY, START_OBJECT -> {
                boolean isList = parser.currentToken() == JsonToken.START_ARRAY;
                parser.skipChildren();
                yield isList ? FieldValue.LIST : FieldValue.OBJECT;
            }
            default -> new FieldValue(FieldValue.Type.OTHER, parser.getText());
        };
    }

    private static RequestRefusedException malformed(String text) {
        return new RequestRefusedException(ErrorCode.MALFORMED_REQUEST, text);
    }
}
