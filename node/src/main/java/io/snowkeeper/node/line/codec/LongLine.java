package io.snowkeeper.node.line.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The judgement whether a line may be longer than others, by how it begins, before anybody keeps the rest of it. It may
 * if its beginning shows that it asks to verify ids: by the type, or by the list of ids where there is no other type
 * before it. Clients that write the keys of an object by the alphabet put the type behind the list.
 */
final class LongLine {

    private LongLine() {}

    /** Returns whether a line that begins so may have {@link LineLimits#MAX_LONG_LINE} bytes. */
    static boolean isAllowed(ByteBuf beginning) {
        try (JsonParser parser = LineReader.parserOf(beginning.toString(StandardCharsets.UTF_8))) {
            return parser.nextToken() == JsonToken.START_OBJECT && asksToVerify(parser);
        } catch (IOException e) {
            // Most often since the beginning ends here: it has not shown the required fields.
            return false;
        }
    }

    private static boolean asksToVerify(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean isBody = parser.currentName().equals("body");
            if (parser.nextToken() == JsonToken.START_OBJECT && isBody && bodyAsksToVerify(parser)) {
                return true;
            }
            parser.skipChildren();
        }
        return false;
    }

    private static boolean bodyAsksToVerify(JsonParser parser) throws IOException {
        boolean otherType = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            JsonToken value = parser.nextToken();
            if (key.equals("type")) {
                otherType =
                        !(value == JsonToken.VALUE_STRING && parser.getText().equals(RequestDecoder.VERIFY_IDS));
                if (!otherType) {
                    return true;
                }
            } else if (key.equals("ids") && value == JsonToken.START_ARRAY && !otherType) {
                return true;
            }
            parser.skipChildren();
        }
        return false;
    }
}
