package io.snowkeeper.loadtest.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/** An answer to a request for ids, read without building a tree: batches are long. */
public final class Answer {

    private static final JsonFactory JSON = new JsonFactory();
    private static final String BODY = "body";

    private final int asked;
    private long[] ids;
    private String type = "";
    private String text = "";
    private String reason = "";
    private int code;
    private long inReplyTo = -1;
    private int count;

    private Answer(int asked) {
        this.asked = asked;
        this.ids = new long[asked];
    }

    /**
     * Reads an answer.
     *
     * @param line without its end
     * @param asked how many ids it should have
     * @throws IOException if it is no answer of the line protocol
     */
    public static Answer read(byte[] line, int asked) throws IOException {
        Answer answer = new Answer(asked);
        try (JsonParser json = JSON.createParser(line)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                boolean body = json.currentName().equals(BODY);
                json.nextToken();
                if (body) {
                    answer.readBody(json);
                } else {
                    json.skipChildren();
                }
            }
        }
        return answer;
    }

    /** Reads an answer, as {@link #read(byte[], int)} does. */
    public static Answer read(String line, int asked) throws IOException {
        return read(line.getBytes(US_ASCII), asked);
    }

    private void readBody(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "type" -> type = json.getText();
                case "text" -> text = json.getText();
                case "reason" -> reason = json.getText();
                case "code" -> code = json.getIntValue();
                case "in_reply_to" -> inReplyTo = json.getLongValue();
                case "id" -> add(json.getLongValue());
                case "ids" -> {
                    while (json.nextToken() != JsonToken.END_ARRAY) {
                        add(json.getLongValue());
                    }
                }
                default -> json.skipChildren();
            }
        }
    }

    private void add(long id) {
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, 2 * count + 1);
        }
        ids[count++] = id;
    }

    /** Returns the code of an error, 0 for any other answer. */
    public int errorCode() {
        return type.equals("error") ? code : 0;
    }

    /** Returns the reason of an error that passes, empty if it has none. */
    public String reason() {
        return reason;
    }

    /** Returns its problem as the answer to a message. */
    public Optional<String> failure(long messageId) {
        if (type.equals("error")) {
            return Optional.of("error %s: %s".formatted(code, text));
        }
        if (inReplyTo != messageId) {
            return Optional.of("answer to another request");
        }
        if (count != asked) {
            return Optional.of("%s ids instead of %s".formatted(count, asked));
        }
        return Optional.empty();
    }

    /** Returns all ids that it carries, asked for or not. */
    public long[] ids() {
        return Arrays.copyOf(ids, count);
    }
}
