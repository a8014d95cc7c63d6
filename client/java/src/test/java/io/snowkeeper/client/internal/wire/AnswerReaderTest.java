package io.snowkeeper.client.internal.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The reading of a line, and that Jackson, at its strictest, reads the same. */
class AnswerReaderTest {

    private static final JsonMapper JACKSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();

    private static final String BATCH =
            "{\"src\": \"n1\", \"dest\": \"c1\", \"body\": {\"type\": \"generate_batch_ok\", "
                    + "\"ids\": [382500392145063936, 9223372036854775807, 0], \"max_sequence\": 4, \"in_reply_to\": 3, \"msg_id\": 0}}";

    @Test
    void readsABatch() {
        Answer answer = read(BATCH);

        assertThat(answer.dest()).contains("c1");
        assertThat(answer.type()).isEqualTo("generate_batch_ok");
        assertThat(answer.inReplyTo()).hasValue(3);
        assertThat(answer.numbers("ids")).containsExactly(382500392145063936L, Long.MAX_VALUE, 0);
        assertThat(answer.number("max_sequence")).isEqualTo(4);
    }

    @Test
    void readsObjects() {
        Answer answer = read(
                "{\"dest\": \"c1\", \"body\": {\"type\": \"x_ok\", \"all\": [{\"from\": [1, 5], \"key\": null},"
                        + " {\"from\": [], \"key\": \"k\"}], \"none\": [], \"mixed\": [{}, 1], \"texts\": [\"a\"], \"in_reply_to\": 3}}");

        assertThat(answer.objects("all")).hasSize(2);
        assertThat(answer.objects("all").get(0).numbers("from")).containsExactly(1, 5);
        assertThat(answer.objects("all").get(0).optionalText("key")).isEmpty();
        assertThat(answer.objects("all").get(1).optionalText("key")).contains("k");
        assertThat(answer.objects("none")).isEmpty();
        assertThatThrownBy(() -> answer.objects("mixed")).hasMessage("x_ok must have mixed as List");
        assertThatThrownBy(() -> answer.objects("texts")).hasMessage("x_ok must have texts as a list of Map");
        assertThatThrownBy(() -> answer.texts("all")).hasMessage("x_ok must have all as a list of String");
    }

    @Test
    void readsTexts() {
        Answer answer = read("{\"dest\": \"c1\", \"body\": {\"type\": \"x_ok\", \"ids\": [\"a\", \"\"], \"none\": [],"
                + " \"mixed\": [\"a\", 1], \"in_reply_to\": 3, \"msg_id\": 0}}");

        assertThat(answer.texts("ids")).containsExactly("a", "");
        assertThat(answer.texts("none")).isEmpty();
        assertThatThrownBy(() -> answer.texts("mixed")).hasMessage("x_ok must have mixed as List");
        assertThatThrownBy(() -> answer.texts("ids", 3))
                .hasMessage("ids must have the 3 texts that were asked for: it has 2");
    }

    @Test
    void readsAnError() {
        Answer answer = read("{\"src\": \"n1\", \"dest\": null, \"body\": {\"type\": \"error\", \"code\": 12, "
                + "\"text\": \"a \\\"line\\\" \\u00e4\\ud83d\\ude00\", \"in_reply_to\": null, \"msg_id\": 0}}");

        assertThat(answer.isError()).isTrue();
        assertThat(answer.code()).isEqualTo(12);
        assertThat(answer.text("text")).isEqualTo("a \"line\" \u00e4\ud83d\ude00");
        assertThat(answer.dest()).isEmpty();
        assertThat(answer.inReplyTo()).isEmpty();
    }

    @Test
    void passesOverWhatItDoesNotKnow() {
        Answer answer =
                read("{\"trace\":{\"span\":[7,[{}],1.5e-3]},\"body\":{\"new\":{\"a\":[true,null]},\"type\":\"x_ok\"}}");

        assertThat(answer.type()).isEqualTo("x_ok");
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775807, 9223372036854775807",
        "-9223372036854775808, -9223372036854775808",
        "-0, 0",
        "922337203685477580, 922337203685477580"
    })
    void readsIntegersOf64Bits(String text, long value) {
        assertThat(body("\"n\":" + text).number("n")).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372036854775808",
                "-9223372036854775809",
                "18446744073709551616",
                "99999999999999999999999999",
                "1.0",
                "1e3",
                "\"5\"",
                "null",
                "true",
                "[5]"
            })
    void takesNothingElseForAnInteger(String value) {
        Answer answer = body("\"n\":" + value);

        assertThatThrownBy(() -> answer.number("n"))
                .isInstanceOf(InvalidAnswerException.class)
                .hasMessage("x_ok must have n as Long");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{}",
                "[]",
                "null",
                "7",
                "hello",
                "{\"body\":{}}",
                "{\"body\":[]}",
                "{\"body\":{\"type\":7}}",
                "{\"body\":{\"type\":\"x\"}",
                "{\"body\":{\"type\":\"x\"}}}",
                "{\"body\":{\"type\":\"x\"}} {}",
                "{\"body\":{\"type\":\"x\"},}",
                "{\"body\":{\"type\":\"x\",}}",
                "{\"body\":{\"type\":\"x\"},\"body\":{\"type\":\"x\"}}",
                "{\"body\":{\"type\":\"x\",\"type\":\"x\"}}",
                "{\"dest\":7,\"body\":{\"type\":\"x\"}}",
                "{\"body\":{\"type\":\"x\",\"in_reply_to\":1.0}}",
                "{\"body\":{\"type\":\"x\",\"in_reply_to\":\"1\"}}",
                "{'body':{\"type\":\"x\"}}",
                "{\"body\":{\"type\":\"x\",\"n\":01}}",
                "{\"body\":{\"type\":\"x\",\"n\":-}}",
                "{\"body\":{\"type\":\"x\",\"n\":+1}}",
                "{\"body\":{\"type\":\"x\",\"n\":1.}}",
                "{\"body\":{\"type\":\"x\",\"n\":.5}}",
                "{\"body\":{\"type\":\"x\",\"n\":1e}}",
                "{\"body\":{\"type\":\"x\",\"n\":nul}}",
                "{\"body\":{\"type\":\"x\",\"n\":[1 2]}}",
                "{\"body\":{\"type\":\"x\",\"n\":[1,]}}",
                "{\"body\":{\"type\":\"x\\q\"}}",
                "{\"body\":{\"type\":\"x\\u12\"}}",
                "{\"body\":{\"type\":\"x\ty\"}}",
                "{\"body\":{\"type\":\"\u00e4\"}}"
            })
    void refusesWhatIsNoAnswer(String line) {
        assertThatThrownBy(() -> read(line)).isInstanceOf(InvalidAnswerException.class);
    }

    @Test
    void refusesWhatNestsTooDeep() {
        assertThatThrownBy(() -> body("\"n\":" + "[".repeat(100_000)))
                .isInstanceOf(InvalidAnswerException.class)
                .hasMessageStartingWith("it nests more than 32 levels near byte ");
    }

    @Test
    void readsWhatJacksonReadsOfLinesThatAreDamaged() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String[] lines = {
            BATCH,
            "{\"src\":\"n1\",\"dest\":\"c1\",\"body\":{\"type\":\"generate_ok\",\"id\":-12,\"in_reply_to\":3,\"msg_id\":0}}",
            "{\"src\":null,\"dest\":\"c\\u0031\",\"body\":{\"type\":\"x\",\"a\":[1,2],\"b\":[[],{}],\"f\":[\"x\",\"y\\n\"],\"c\":1.5e3,\"d\":true,\"e\":null}}"
        };
        int accepted = 0;
        for (int i = 0; i < 100_000; i++) {
            byte[] line = damage(lines[random.nextInt(lines.length)].getBytes(ISO_8859_1), random);
            Answer answer;
            try {
                answer = AnswerReader.read(line);
            } catch (InvalidAnswerException e) {
                continue;
            }
            accepted++;
            assertThat(answer)
                    .as("seed %d, line %s", seed, new String(line, ISO_8859_1))
                    .satisfies(read -> requireEqual(read, JACKSON.readTree(line)));
        }
        assertThat(accepted).as("lines that were still answers").isGreaterThan(1000);
    }

    @Test
    void readsEveryAnswerThatJacksonWrites() throws JsonProcessingException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            ObjectNode envelope = JACKSON.createObjectNode().put("dest", text(random));
            ObjectNode body =
                    envelope.putObject("body").put("type", text(random)).put("in_reply_to", random.nextLong());
            for (int field = random.nextInt(5); field > 0; field--) {
                body.set("f" + field, value(random, 0));
            }
            byte[] line = JACKSON.writeValueAsBytes(envelope);
            assertThat(AnswerReader.read(line))
                    .as("seed %d, line %s", seed, envelope)
                    .satisfies(read -> requireEqual(read, envelope));
        }
    }

    private static void requireEqual(Answer answer, JsonNode expected) {
        JsonNode body = expected.get("body");
        JsonNode dest = expected.path("dest");
        assertThat(answer.dest().orElse(null)).isEqualTo(dest.isTextual() ? dest.textValue() : null);
        assertThat(answer.type()).isEqualTo(body.get("type").textValue());
        JsonNode inReplyTo = body.path("in_reply_to");
        assertThat(answer.inReplyTo().isPresent()).isEqualTo(inReplyTo.isNumber());
        answer.inReplyTo().ifPresent(number -> assertThat(number).isEqualTo(inReplyTo.longValue()));
        assertThat(answer.fields()).hasSize(body.size() - (body.has("in_reply_to") ? 1 : 0) - 1);
        for (Map.Entry<String, Object> field : answer.fields().entrySet()) {
            requireEqual(field.getValue(), body.get(field.getKey()));
        }
    }

    private static void requireEqual(Object value, JsonNode expected) {
        if (value instanceof Long number) {
            assertThat(expected.isIntegralNumber() && expected.canConvertToLong())
                    .isTrue();
            assertThat(number).isEqualTo(expected.longValue());
        } else if (value instanceof String text) {
            assertThat(expected.isTextual()).isTrue();
            assertThat(text).isEqualTo(expected.textValue());
        } else if (value instanceof Boolean flag) {
            assertThat(expected.isBoolean()).isTrue();
            assertThat(flag).isEqualTo(expected.booleanValue());
        } else if (value instanceof long[] numbers) {
            assertThat(expected.isArray()).isTrue();
            assertThat(numbers).hasSize(expected.size());
            for (int i = 0; i < numbers.length; i++) {
                requireEqual((Object) numbers[i], expected.get(i));
            }
        } else if (value instanceof List<?> texts) {
            assertThat(expected.isArray()).isTrue();
            assertThat(texts).hasSize(expected.size());
            for (int i = 0; i < texts.size(); i++) {
                requireEqual(texts.get(i), expected.get(i));
            }
        } else if (value == JsonReader.NULL) {
            assertThat(expected.isNull()).isTrue();
        } else {
            assertThat(isOther(expected)).isTrue();
        }
    }

    private static boolean isOther(JsonNode value) {
        if (value.isArray()) {
            return !all(value, element -> element.isIntegralNumber() && element.canConvertToLong())
                    && !all(value, JsonNode::isTextual);
        }
        return value.isObject() || (value.isNumber() && !(value.isIntegralNumber() && value.canConvertToLong()));
    }

    private static boolean all(JsonNode array, Predicate<JsonNode> rule) {
        return StreamSupport.stream(array.spliterator(), false).allMatch(rule);
    }

    private static byte[] damage(byte[] line, Random random) {
        byte[] damaged = line.clone();
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(damaged.length);
            damaged[at] = random.nextInt(4) == 0
                    ? (byte) random.nextInt(256)
                    : (byte) "0123456789-+.eE{}[]:,\"\\ ntu".charAt(random.nextInt(27));
        }
        return damaged;
    }

    private static JsonNode value(Random random, int depth) {
        return switch (random.nextInt(depth < 3 ? 9 : 7)) {
            case 0 -> JACKSON.getNodeFactory().numberNode(random.nextLong());
            case 1 -> JACKSON.getNodeFactory().numberNode(random.nextDouble());
            case 2 -> JACKSON.getNodeFactory().textNode(text(random));
            case 3 -> JACKSON.getNodeFactory().booleanNode(random.nextBoolean());
            case 4 -> JACKSON.getNodeFactory().nullNode();
            case 5 -> longs(random);
            case 6 -> texts(random);
            case 7 -> JACKSON.createArrayNode().add(value(random, depth + 1)).add(value(random, depth + 1));
            default -> JACKSON.createObjectNode().set(text(random), value(random, depth + 1));
        };
    }

    private static ArrayNode longs(Random random) {
        ArrayNode array = JACKSON.createArrayNode();
        random.longs(random.nextInt(40)).forEach(array::add);
        return array;
    }

    private static ArrayNode texts(Random random) {
        ArrayNode array = JACKSON.createArrayNode();
        for (int i = random.nextInt(40); i > 0; i--) {
            array.add(text(random));
        }
        return array;
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append((char) (random.nextInt(10) == 0 ? random.nextInt(0xd800) : ' ' + random.nextInt(95)));
        }
        return text.toString();
    }

    private static Answer body(String fields) {
        return read("{\"body\":{\"type\":\"x_ok\"," + fields + "}}");
    }

    private static Answer read(String line) {
        return AnswerReader.read(line.getBytes(ISO_8859_1));
    }
}
