package io.snowkeeper.node.line;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Makes lines that ask for ids, from the plainest to the strangest, right and wrong ones. The same seed, the same lines. */
final class LineGrammar {

    private final Random random;

    LineGrammar(long seed) {
        random = new Random(seed);
    }

    /** Returns a line without its end. */
    String line() {
        String line = space() + envelope() + space();
        return random.nextInt(8) == 0 ? broken(line) : line;
    }

    private String envelope() {
        List<String> members = new ArrayList<>();
        maybe(members, 9, "src", this::source);
        maybe(members, 7, "dest", this::source);
        maybe(members, 2, "id", this::number);
        maybe(members, 1, pick("x", "sr", "srcs", "s\\u0072c", "", "bod\\u0079"), this::anything);
        maybe(members, 1, "src", this::source);
        maybe(members, 10, "body", this::body);
        return object(members);
    }

    private String body() {
        if (random.nextInt(30) == 0) {
            return anything();
        }
        List<String> members = new ArrayList<>();
        boolean batch = random.nextBoolean();
        maybe(
                members,
                10,
                "type",
                () -> random.nextInt(12) == 0 ? type() : batch ? "\"generate_batch\"" : "\"generate\"");
        maybe(members, 9, "msg_id", this::number);
        maybe(members, batch ? 10 : 1, "count", this::number);
        maybe(
                members,
                3,
                "format",
                () -> pick(
                        "\"string\"",
                        "\"number\"",
                        "\"string\"",
                        "\"hex\"",
                        "\"crockford32\"",
                        "null",
                        "\"numbers\"",
                        "7"));
        maybe(
                members,
                1,
                "unit",
                () -> pick(
                        "\"second\"",
                        "\"millisecond\"",
                        "\"microsecond\"",
                        "\"nanosecond\"",
                        "\"Second\"",
                        "\"year\"",
                        "1",
                        "null"));
        maybe(members, 1, pick("ids", "id", "trace", "typ", "types", "t\\u0079pe", "coun", "node_id"), this::anything);
        maybe(members, 1, pick("type", "msg_id", "count", "format", "after", "form", "prefix"), this::anything);
        return object(members);
    }

    private String type() {
        return pick(
                "\"generate_sortable\"",
                "\"generate_uuid\"",
                "\"generate_\"",
                "\"generates\"",
                "\"gener\\u0061te\"",
                "\"generate_batches\"",
                "\"time_info\"",
                "null",
                "8",
                "\"generat\"",
                "\"\"");
    }

    private String source() {
        return pick(
                "\"c1\"",
                "\"a longer name of a client\"",
                "\"\"",
                "null",
                "\"c\\u00e9\"",
                "\"c\u00e9\"",
                "\"q\\\"\"",
                "\"\u007f\"",
                "\"/\"",
                "\"\\/\"",
                "5",
                "true",
                "\"c2\"",
                "\"c3\"",
                "\"tab\t\"",
                "[\"c\"]",
                "\"~ !\"");
    }

    private String number() {
        return switch (random.nextInt(14)) {
            case 0 -> "0";
            case 1 -> "-" + random.nextInt(100);
            case 2 ->
                pick("01", "1.0", "1e2", "-0", "+1", "0x1", "1_000", "1.", "-", "null", "\"5\"", "nul", "NaN", "00");
            case 3 -> Long.toString(random.nextLong());
            case 4 -> pick("999999999999999999", "1000000000000000000", "9223372036854775807", "9223372036854775808");
            default -> Integer.toString(random.nextInt(random.nextBoolean() ? 30 : 1200));
        };
    }

    private String anything() {
        return pick(
                "{}", "[]", "[1,{\"a\":[]}]", "{\"type\":\"generate\"}", "null", "true", "1.5e3", "\"generate\"", "1");
    }

    private String object(List<String> members) {
        Collections.shuffle(members, random);
        return "{" + space() + String.join(space() + "," + space(), members) + space() + "}";
    }

    private void maybe(List<String> members, int tenths, String key, java.util.function.Supplier<String> value) {
        if (random.nextInt(10) < tenths) {
            members.add('"' + key + '"' + space() + ":" + space() + value.get());
        }
    }

    private String space() {
        return random.nextInt(4) > 0 ? "" : pick(" ", "  ", "\t", "\r", " \t ");
    }

    /** Changes, drops or repeats a character. */
    private String broken(String line) {
        int at = random.nextInt(line.length());
        String changed = pick(
                "",
                "x",
                "\"",
                "\\",
                "}",
                "{",
                ",",
                ":",
                "0",
                " ",
                "\0",
                "\u2603",
                line.substring(at, at + 1).repeat(2));
        return line.substring(0, at) + changed + line.substring(at + 1);
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
