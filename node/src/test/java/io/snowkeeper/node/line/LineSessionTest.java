package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.testkit.log.LogCapture;
import java.nio.charset.Charset;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first id of the node under test is 4198502400: 1001 ms after the epoch, worker 1, sequence 0. */
class LineSessionTest {

    private final LineSession session =
            new LineSession(TestNode.stepping("n1"), new RequestDecoder(TestNode.MAX_BATCH), "n1");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate\",\"msg_id\":2}}",
                " \t{ \"body\" : { \"msg_id\" : 2 , \"type\" : \"generate\" } , \"dest\" : \"n1\" , \"src\" : \"c1\" } \t",
                "{\"id\":17,\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate\",\"msg_id\":2,\"x\":[{\"y\":[1,{}]}]}}",
                "{\"src\":\"\\u00631\",\"b\\u006fdy\":{\"t\\u0079pe\":\"gener\\u0061te\",\"msg_id\":2}}",
                "{\"src\":\"c0\",\"src\":\"c1\",\"body\":{\"type\":\"init\",\"msg_id\":9,\"type\":\"generate\",\"msg_id\":2}}",
                "{\"src\":\"c1\",\"body\":{\"type\":5,\"format\":\"x\"},\"body\":{\"type\":\"generate\",\"msg_id\":2}}",
                "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":2,\"format\":\"number\"}}",
                "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":2,\"count\":{\"a\":[]},\"ids\":7,\"id\":null}}"
            })
    void aRequestMayBeWrittenInManyWays(String line) {
        assertThat(answer(line))
                .isEqualTo("{\"src\": \"n1\", \"dest\": \"c1\", \"body\": {\"type\": \"generate_ok\","
                        + " \"id\": 4198502400, \"in_reply_to\": 2, \"msg_id\": 0}}\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"body\":{\"type\":\"generate\"}}",
                "{\"src\":null,\"body\":{\"type\":\"generate\",\"msg_id\":null}}"
            })
    void withoutSourceAndNumberTheAnswerHasNull(String line) {
        assertThat(answer(line))
                .isEqualTo("{\"src\": \"n1\", \"dest\": null, \"body\": {\"type\": \"generate_ok\","
                        + " \"id\": 4198502400, \"in_reply_to\": null, \"msg_id\": 0}}\n");
    }

    @Test
    void answersAreCountedFromZero() {
        answer("{\"body\":{\"type\":\"time_info\"}}");
        answer("nonsense");

        assertThat(answer("{\"body\":{\"type\":\"generate\"}}")).endsWith("\"msg_id\": 2}}\n");
    }

    @Test
    void initNamesTheSourceOfTheAnswersFromItsOwnOn() {
        assertThat(answer("{\"src\":\"c0\",\"body\":{\"type\":\"init\",\"msg_id\":1,\"node_id\":\"\u2603\","
                        + "\"node_ids\":[\"\u2603\"]}}"))
                .isEqualTo("{\"src\": \"\\u2603\", \"dest\": \"c0\", \"body\": {\"type\": \"init_ok\","
                        + " \"in_reply_to\": 1, \"msg_id\": 0}}\n");
        assertThat(answer("{\"body\":{\"type\":\"generate\"}}")).startsWith("{\"src\": \"\\u2603\", ");
    }

    @Test
    void aLoneSurrogateComesBackAsItWasSent() {
        assertThat(answer("{\"src\":\"\\ud800\",\"body\":{\"type\":\"init\",\"node_id\":\"n1\"}}"))
                .startsWith("{\"src\": \"n1\", \"dest\": \"\\ud800\", ");
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE})
    void anyNumberOf64BitsIsAMessageNumber(long msgId) {
        assertThat(answer("{\"body\":{\"type\":\"generate\",\"msg_id\":" + msgId + "}}"))
                .contains("\"in_reply_to\": " + msgId + ",");
    }

    @Test
    void idsAsStringsWhenAskedFor() {
        assertThat(answerBody("{\"type\":\"generate\",\"format\":\"string\"}"))
                .isEqualTo("\"type\": \"generate_ok\", \"id\": \"4198502400\"");
        assertThat(answerBody("{\"type\":\"generate_batch\",\"count\":2,\"format\":\"string\"}"))
                .isEqualTo("\"type\": \"generate_batch_ok\", \"ids\": [\"4202696704\", \"4202696705\"],"
                        + " \"max_sequence\": 1");
        assertThat(answerBody("{\"type\":\"verify_ids\",\"ids\":[5,\"5\"],\"format\":\"string\"}"))
                .endsWith("\"duplicates\": [\"5\"]");
    }

    @Test
    void sortableIdsComeAsTheTextThatIsAskedFor() {
        assertThat(answerBody("{\"type\":\"generate_sortable\"}"))
                .isEqualTo("\"type\": \"generate_sortable_ok\", \"ids\": [\"0000018cc251f7e80000000000000001\"]");
        assertThat(answerBody("{\"type\":\"generate_sortable\",\"count\":2,\"unit\":\"second\",\"format\":\"hex\"}"))
                .isEqualTo("\"type\": \"generate_sortable_ok\", \"ids\": [\"00006592008100000000000000000001\","
                        + " \"00006592008100000000000100000001\"]");
        assertThat(answerBody("{\"type\":\"generate_sortable\",\"unit\":\"nanosecond\",\"format\":\"crockford32\"}"))
                .isEqualTo("\"type\": \"generate_sortable_ok\", \"ids\": [\"000001F9GG2WYFZJG000000001\"]");
    }

    @Test
    void anIdThatIsFarAheadIsNotWaitedFor() {
        assertThat(answerBody("{\"type\":\"generate\",\"after\":9223372036854775807}"))
                .startsWith("\"type\": \"error\", \"code\": 11, \"text\": \"after is an id of ")
                .contains("\"reason\": \"id-ahead\"");
        assertThat(answerBody("{\"type\":\"generate_batch\",\"count\":2,\"after\":\"5\"}"))
                .startsWith("\"type\": \"generate_batch_ok\"");
        assertThat(answerBody("{\"type\":\"generate\",\"after\":-1}")).contains("after must be an integer from 0 to");
        assertThat(answerBody("{\"type\":\"generate\",\"after\":\"018cc251-f7e8-7000-8004-00004489abcd\"}"))
                .contains(
                        "after must be an integer from 0 to 9223372036854775807, as a number or a decimal string: after=");
    }

    @Test
    void uuidsAreOfVersion7() {
        assertThat(answerBody("{\"type\":\"generate_uuid\",\"count\":2}"))
                .matches(
                        "\"type\": \"generate_uuid_ok\", \"ids\": \\[\"018cc251-f7e8-7000-8000-00000[4-7][0-9a-f]{6}\","
                                + " \"018cc251-f7e8-7000-8004-00000[4-7][0-9a-f]{6}\"]");
    }

    @Test
    void aNodeWithoutAFleetHasNoSortableIds() {
        LineSession alone = new LineSession(TestNode.liveAlone("n1"), new RequestDecoder(TestNode.MAX_BATCH), "n1");
        ByteBuf out = Unpooled.buffer();
        DrainedAnswers.write(
                alone, bytes("{\"src\":\"c1\",\"body\":{\"type\":\"generate_sortable\",\"msg_id\":2}}"), out);

        assertThat(out.toString(US_ASCII))
                .isEqualTo(
                        error("c1", "2", 10, "there are no sortable ids here: the node was started without ZooKeeper"));
    }

    @Test
    void decomposeTakesWhateverIsHandedOut() {
        assertThat(answerBody("{\"type\":\"decompose\",\"id\":\"018cc251-f7e8-7000-8004-00004489abcd\"}"))
                .isEqualTo(
                        "\"type\": \"decompose_ok\", \"timestamp_ms\": 1704067201000, \"machine_id\": 17, \"sequence\": 1");
        assertThat(answerBody("{\"type\":\"decompose\",\"id\":\"0000018cc251f7e80000000100000011\"}"))
                .isEqualTo(
                        "\"type\": \"decompose_ok\", \"timestamp_ms\": 1704067201000, \"machine_id\": 17, \"sequence\": 1");
        assertThat(answerBody("{\"type\":\"decompose\",\"id\":\"00000000000000000000000000000011\"}"))
                .contains("the time of this id would be outside the years 2015 to 2149 in each unit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4198502405", "\"4198502405\""})
    void decomposeTakesNumbersAndStrings(String id) {
        assertThat(answerBody("{\"type\":\"decompose\",\"id\":" + id + "}"))
                .isEqualTo("\"type\": \"decompose_ok\", \"timestamp_ms\": 1704067201001, \"machine_id\": 1,"
                        + " \"sequence\": 5");
    }

    @Test
    void verifyIdsTakesNumbersAndStrings() {
        assertThat(answerBody("{\"type\":\"verify_ids\",\"ids\":[-1,\"0\",\"9223372036854775807\"]}"))
                .isEqualTo("\"type\": \"verify_ids_ok\", \"count\": 3, \"unique\": 3, \"is_sorted\": true,"
                        + " \"duplicates\": []");
    }

    @Test
    void theLargestBatchIsMade() {
        LineSession live = new LineSession(TestNode.live("n1"), new RequestDecoder(TestNode.MAX_BATCH), "n1");
        ByteBuf out = Unpooled.buffer();
        DrainedAnswers.write(live, bytes("{\"body\":{\"type\":\"generate_batch\",\"count\":100000}}"), out);

        assertThat(out.toString(US_ASCII)).contains("], \"max_sequence\": 4095, ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"type\":\"generate_batch\"} | count must be an integer from 1 to 100000: count is missing",
                "{\"type\":\"generate_batch\",\"count\":0} | count must be an integer from 1 to 100000: count=0",
                "{\"type\":\"generate_batch\",\"count\":-1} | count must be an integer from 1 to 100000: count=-1",
                "{\"type\":\"generate_batch\",\"count\":1.5} | count must be an integer from 1 to 100000: count=1.5",
                "{\"type\":\"generate_batch\",\"count\":1e2} | count must be an integer from 1 to 100000: count=1e2",
                "{\"type\":\"generate_batch\",\"count\":\"5\"} | count must be an integer from 1 to 100000: count=\"5\"",
                "{\"type\":\"generate_batch\",\"count\":null} | count must be an integer from 1 to 100000: count=null",
                "{\"type\":\"generate_batch\",\"count\":[5]} | count must be an integer from 1 to 100000: count=[...]",
                "{\"type\":\"generate_batch\",\"count\":100001} | count must be an integer from 1 to 100000: count=100001",
                "{\"type\":\"generate_batch\",\"count\":1000000000000} | count must be an integer from 1 to 100000:"
                        + " count=1000000000000",
                "{\"type\":\"generate_batch\",\"count\":99999999999999999999} | count must be an integer from 1 to"
                        + " 100000: count=99999999999999999999",
                "{\"type\":\"generate\",\"format\":\"hex\"} | format must be \"number\" or \"string\": format=\"hex\"",
                "{\"type\":\"generate\",\"format\":1} | format must be \"number\" or \"string\": format=1",
                "{\"type\":\"generate_sortable\",\"count\":0} | count must be an integer from 1 to 100000: count=0",
                "{\"type\":\"generate_sortable\",\"count\":100001} | count must be an integer from 1 to 100000:"
                        + " count=100001",
                "{\"type\":\"generate_sortable\",\"unit\":\"Second\"} | unit must be \"millisecond\", \"second\","
                        + " \"microsecond\" or \"nanosecond\": unit=\"Second\"",
                "{\"type\":\"generate_sortable\",\"unit\":1} | unit must be \"millisecond\", \"second\","
                        + " \"microsecond\" or \"nanosecond\": unit=1",
                "{\"type\":\"generate_sortable\",\"format\":\"string\"} | format must be \"hex\" or \"crockford32\":"
                        + " format=\"string\"",
                "{\"type\":\"generate_uuid\",\"count\":0} | count must be an integer from 1 to 100000: count=0",
                "{\"type\":\"decompose\"} | id must be an integer from 0 to 9223372036854775807, a UUID of version 7,"
                        + " or an id in another form: id is missing",
                "{\"type\":\"decompose\",\"id\":-1} | id must be an integer from 0 to 9223372036854775807, a UUID of version 7,"
                        + " or an id in another form: id=-1",
                "{\"type\":\"decompose\",\"id\":\"\"} | id must be an integer from 0 to 9223372036854775807, a UUID of version 7,"
                        + " or an id in another form: id=\"\"",
                "{\"type\":\"decompose\",\"id\":\"+5\"} | id must be an integer from 0 to 9223372036854775807, a UUID of version 7,"
                        + " or an id in another form: decimal id has a character that is not a digit: character='+', index=0, id=+5",
                "{\"type\":\"decompose\",\"id\":9223372036854775808} | id must be an integer from 0 to 9223372036854775807, a UUID of version 7,"
                        + " or an id in another form: id=9223372036854775808",
                "{\"type\":\"decompose\",\"id\":\"018cc251-f7e8-4000-8004-00004489abcd\"} | id must be an integer from 0 to 9223372036854775807, a UUID of version 7,"
                        + " or an id in another form: must be a UUID of version 7 of RFC 9562: version=4, variant=2, uuid=018cc251-f7e8-4000-8004-00004489abcd",
                "{\"type\":\"verify_ids\"} | ids must be an array of 64-bit integers, as numbers or decimal strings:"
                        + " ids is missing",
                "{\"type\":\"verify_ids\",\"ids\":{}} | ids must be an array of 64-bit integers, as numbers or decimal"
                        + " strings: ids={...}",
                "{\"type\":\"verify_ids\",\"ids\":[1,[2],\"x\"]} | ids must be an array of 64-bit integers, as numbers"
                        + " or decimal strings: ids[1]=[...]",
                "{\"type\":\"init\"} | node_id must be a string of 1 to 256 characters: node_id is missing",
                "{\"type\":\"init\",\"node_id\":1} | node_id must be a string of 1 to 256 characters: node_id=1",
                "{\"type\":\"init\",\"node_id\":\"\"} | node_id must be a string of 1 to 256 characters: node_id=\"\"",
                "{\"type\":\"sequence_next\",\"sequence\":\"A\",\"count\":0} | count must be an integer from 1 to 10000:"
                        + " count=0",
                "{\"type\":\"sequence_next\",\"sequence\":\"A\",\"count\":10001} | count must be an integer from 1 to"
                        + " 10000: count=10001",
                "{\"type\":\"sequence_append\",\"sequence\":\"A\",\"from\":-1,\"to\":5} | a range's numbers must be >= 0:"
                        + " from=-1",
                "{\"type\":\"sequence_append\",\"sequence\":\"A\",\"from\":-5,\"to\":5} | a range's numbers must be >= 0:"
                        + " from=-5",
                "{\"type\":\"sequence_append\",\"sequence\":\"A\",\"from\":\"x\",\"to\":5} | from must be an integer of 64"
                        + " bits, as a number or a decimal string: from=\"x\"",
                "{\"type\":\"sequence_append\",\"sequence\":\"A\",\"from\":[1,11],\"to\":[9]} | from and to must be two"
                        + " numbers, or two lists of as many: from has 2, to has 1",
                "{\"type\":\"sequence_append\",\"sequence\":\"A\",\"from\":[1,11],\"to\":19} | from and to must be two"
                        + " numbers, or two lists of as many: from has 2, to=19",
                "{\"type\":\"sequence_create\",\"sequence\":\"A\",\"mode\":\"block\",\"from\":[1,[2]],\"to\":[1,2]} | from"
                        + " must be an integer of 64 bits, as a number or a decimal string: from=[...]",
                "{\"type\":\"sequence_create\",\"sequence\":\"A\",\"mode\":\"block\",\"from\":[1,5],\"to\":[6,9]} | ranges"
                        + " of a sequence must not overlap: name=A, 1-6 and 5-9",
                "{\"type\":\"sequence_create\",\"sequence\":\"A\",\"mode\":\"block\",\"from\":[],\"to\":[]} | a sequence"
                        + " must have a range: name=A",
                "{\"type\":\"sequence_create\",\"sequence\":\"A\",\"mode\":\"block\",\"from\":1,\"to\":2,"
                        + "\"key_retention\":\"ever\"} | key_retention must be a whole number and a unit (ms, s, m, h, d, y), such as 500ms or 60s, or forever: key_retention=\"ever\"",
                "{\"type\":\"sequence_create\",\"sequence\":\"A\",\"mode\":\"block\",\"from\":1,\"to\":2,"
                        + "\"allow_overlap\":1} | allow_overlap must be true or false: allow_overlap=1",
                "{\"type\":\"sequence_append\",\"sequence\":\"A\",\"from\":1,\"to\":2,"
                        + "\"allow_overlap\":\"yes\"} | allow_overlap must be true or false: allow_overlap=\"yes\"",
                "{\"type\":\"sequence_advance\",\"sequence\":\"A\"} | to must be an integer of 64 bits, as a number or a"
                        + " decimal string: to is missing",
                "{\"type\":\"sequence_append\",\"sequence\":\"A\",\"from\":1} | to must be an integer of 64 bits, as a"
                        + " number or a decimal string: to is missing",
                "{\"type\":\"sequence_create\",\"sequence\":\"A\",\"mode\":\"ordered\",\"from\":1,\"to\":5,"
                        + "\"reservation_time\":\"5s\"} | reservation_time is an option of gapless mode, leave it out: mode=ordered, reservation_time=\"5s\"",
                "{\"type\":\"sequence_create\",\"sequence\":\"A\",\"mode\":\"gapless\",\"from\":1,\"to\":2,"
                        + "\"reservation_time\":5000} | reservation_time must be a whole number and a unit (ms, s, m, h, d, y), such as 500ms or 60s: reservation_time=5000",
                "{\"type\":\"sequence_create\",\"sequence\":\"A\",\"mode\":\"gapless\",\"from\":1,\"to\":2,"
                        + "\"at_expiry\":\"lose\"} | at_expiry must be \"hold\" or \"return\": at_expiry=\"lose\"",
                "{\"type\":\"sequence_create\",\"sequence\":\"A\",\"mode\":\"block\",\"from\":1,\"to\":2,"
                        + "\"max_keys\":-9999999999} | must be >= 1 && <= 5000000, since ZooKeeper keeps each key in 624 bytes of its heap: max_keys=-2147483648",
                "{\"type\":\"sequence_create\",\"sequence\":\"A\",\"mode\":\"block\",\"from\":1,\"to\":2,"
                        + "\"format\":\"R\"} | a format must have the number once, as {n} or {n:0000}: format=R",
                "{\"type\":\"sequence_create\",\"sequence\":\"A\",\"mode\":\"block\",\"from\":1,\"to\":2,"
                        + "\"format\":5} | format must be a string of 1 to 64 characters: format=5",
                "{\"type\":\"sequence_create\",\"sequence\":\"A\",\"mode\":\"block\",\"from\":1,\"to\":2,"
                        + "\"format\":\"{yyyy}{n}\",\"period\":\"month\",\"zone\":\"UTC\"} | numbers of a sequence with the period month"
                        + " must name it, and no shorter one, by the fields {yyyy} and {MM}: format={yyyy}{n}",
                "{\"type\":\"sequence_create\",\"sequence\":\"A\",\"mode\":\"block\",\"from\":1,\"to\":2,"
                        + "\"zone\":\"UTC\"} | a period begins at a midnight: give period, such as year, and zone, such as"
                        + " Europe/Berlin, or none of them: period is missing, zone=\"UTC\"",
                "{\"type\":\"sequence_configure\",\"sequence\":\"A\",\"period\":\"year\"} | period and zone are given when a"
                        + " sequence is created, and stay: leave them out: period=\"year\"",
                "{\"type\":\"sequence_confirm\",\"sequence\":\"A\",\"reservation\":\"x-1\",\"period\":\"2026\"} | a period"
                        + " is given with a number, and not with a reservation",
                "{\"type\":\"sequence_parse\",\"sequence\":\"A\"} | text must be a string of 1 to 128 characters: text is missing",
                "{\"type\":\"sequence_confirm\",\"sequence\":\"A\"} | either a reservation or a number is given, and not both",
                "{\"type\":\"sequence_confirm\",\"sequence\":\"A\",\"reservation\":\"x-1\",\"number\":1} | either a"
                        + " reservation or a number is given, and not both",
                "{\"type\":\"sequence_void\",\"sequence\":\"A\",\"number\":1} | reason must be a string of 1 to 256"
                        + " characters: reason is missing",
                "{\"type\":\"sequence_void\",\"sequence\":\"A\",\"number\":1,\"reason\":\" \"} | a reason must have 1 to 256"
                        + " characters: length=1",
                "{\"type\":\"sequence_void\",\"sequence\":\"A\",\"number\":\"x\",\"reason\":\"r\"} | number must be an"
                        + " integer of 64 bits, as a number or a decimal string: number=\"x\"",
                "{\"type\":\"sequence_pending\",\"sequence\":\"A\",\"limit\":1001} | limit must be an integer from 1 to"
                        + " 1000: limit=1001",
                "{\"type\":7} | type must be a string: type=7",
                "{} | type must be a string: type is missing",
            })
    void aBodyThatIsNotAsItShouldBeIsMalformed(String body, String text) {
        assertThat(answer("{\"src\":\"c1\",\"body\":" + withMsgId(body) + "}")).isEqualTo(error("c1", "2", 12, text));
    }

    @Test
    void anUnknownTypeIsNotSupported() {
        assertThat(answer("{\"src\":\"c1\",\"body\":{\"msg_id\":2,\"type\":\"echo\"}}"))
                .isEqualTo(error(
                        "c1",
                        "2",
                        10,
                        "type must be one of init, generate, generate_batch, generate_sortable, generate_uuid, decompose, time_info,"
                                + " verify_ids, status, auth,"
                                + " sequence_create, sequence_next, sequence_confirm, sequence_cancel,"
                                + " sequence_void, sequence_pending, sequence_ledger, sequence_balance, sequence_release, sequence_parse, sequence_describe, sequence_list, sequence_append, sequence_advance, sequence_turn_back, sequence_configure,"
                                + " sequence_delete: type=\"echo\""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"src\":\"c1\"} | body must be an object: body is missing",
                "{\"src\":\"c1\",\"body\":null} | body must be an object: body=null",
                "{\"src\":\"c1\",\"body\":[1]} | body must be an object: body=[...]",
                "{\"src\":\"c1\",\"body\":{},\"body\":\"x\"} | body must be an object: body=\"x\"",
                "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":\"2\"}} | msg_id must be a 64-bit integer:"
                        + " msg_id=\"2\"",
                "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":1.0}} | msg_id must be a 64-bit integer:"
                        + " msg_id=1.0",
                "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":9223372036854775808}} | msg_id must be a"
                        + " 64-bit integer: msg_id=9223372036854775808",
            })
    void theAnswerGoesToTheSourceAlthoughTheBodyIsNotUnderstood(String line, String text) {
        assertThat(answer(line)).isEqualTo(error("c1", null, 12, text));
    }

    @Test
    void theAnswerCarriesTheNumberAlthoughTheSourceIsNotUnderstood() {
        assertThat(answer("{\"src\":5,\"body\":{\"type\":\"generate\",\"msg_id\":2}}"))
                .isEqualTo(error(null, "2", 12, "src must be a string: src=5"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~ | line must be one JSON object: it is empty",
                "~  ~ | line must be one JSON object: it is empty",
                "[] | line must be one JSON object: it is [...]",
                "\"x\" | line must be one JSON object: it is \"x\"",
                "null | line must be one JSON object: it is null",
                "nonsense | line must be one JSON object: it is not JSON near byte 0",
                "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":2} | line must be one JSON object: it is not JSON near byte 49",
                "{\"src\":\"c1\"} x | line must be one JSON object: it is not JSON near byte 13",
                "{\"src\":\"c1\"} {} | line must be one JSON object: there is more after it",
                "{'src':'c1'} | line must be one JSON object: it is not JSON near byte 1",
                "{\"a\":01} | line must be one JSON object: it is not JSON near byte 6",
                "{\"a\":NaN} | line must be one JSON object: it is not JSON near byte 8",
                "{\"a\":1,} | line must be one JSON object: it is not JSON near byte 7",
                "{} // | line must be one JSON object: it is not JSON near byte 3",
            })
    void aLineThatIsNoJsonObjectIsMalformed(String line, String text) {
        assertThat(answer(line)).isEqualTo(error(null, null, 12, text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ff",
                "7b2273726322 3a22 c0af 227d", // overlong
                "7b2273726322 3a22 eda080 227d", // a surrogate
                "7b2273726322 3a22 f4908080 227d", // beyond Unicode
                "7b2273726322 3a22 c3", // cut
            })
    void invalidUtf8IsMalformed(String hex) {
        ByteBuf line = Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex.replace(" ", "")));

        assertThat(answer(line)).isEqualTo(error(null, null, 12, "line must be valid UTF-8"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE"})
    void otherEncodingsAreNotGuessed(String charset) {
        ByteBuf line = Unpooled.copiedBuffer("{\"body\":{\"type\":\"time_info\"}}", Charset.forName(charset));

        assertThat(answer(line)).contains("\"code\": 12");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '~', textBlock = """
            block, min_block, 0
            block, max_block, 0
            gapless, max_pending, 0
            gapless, max_keys, 0
            gapless, reservation_time, "25h"
            gapless, key_retention, "999999h"
            gapless, key_retention, "59s"
            gapless, ledger_retention, "9999999h"
            """)
    void anOptionOutOfItsRangeIsRefusedByTheNameAndInTheUnitsThatItIsGivenIn(String mode, String option, String value) {
        assertThat(answerBody(
                        "{\"type\":\"sequence_create\",\"sequence\":\"A\",\"from\":1,\"to\":2,\"mode\":\"%s\",\"%s\":%s}"
                                .formatted(mode, option, value)))
                .contains(option + "=" + value.replace("\"", ""))
                .doesNotContainPattern("PT[0-9]|[a-z][A-Z][A-Za-z]*=");
    }

    @Test
    void deepNestingIsRefused() {
        assertThat(answer("{\"src\":\"c1\",\"x\":" + "[".repeat(30_000) + "]".repeat(30_000) + "}"))
                .isEqualTo(error(
                        null,
                        null,
                        12,
                        "line must not nest deeper than 1000 levels, nor have numbers of more than 1000 characters"));
    }

    @Test
    void aNumberOfManyDigitsIsRefused() {
        assertThat(answer("{\"body\":{\"type\":\"generate\",\"msg_id\":" + "9".repeat(60_000) + "}}"))
                .isEqualTo(error(
                        null,
                        null,
                        12,
                        "line must not nest deeper than 1000 levels, nor have numbers of more than 1000 characters"));
    }

    @Test
    void aNumberWithAHugeExponentIsJustNoInteger() {
        assertThat(answer("{\"src\":\"c1\",\"body\":{\"msg_id\":1e999999999}}"))
                .isEqualTo(error("c1", null, 12, "msg_id must be a 64-bit integer: msg_id=1e999999999"));
    }

    @Test
    void aLongValueIsShortenedInTheText() {
        assertThat(answerBody("{\"type\":\"decompose\",\"id\":\"" + "x".repeat(1000) + "\"}"))
                .endsWith(": id=\\\"" + "x".repeat(60) + "...\\\"\"");
    }

    @Test
    void manyDifferentKeysAreIgnored() {
        String keys = IntStream.range(0, 4000).mapToObj(i -> "\"k" + i + "\":1").collect(Collectors.joining(","));

        assertThat(answer("{" + keys + ",\"body\":{" + keys + ",\"type\":\"generate\"}}"))
                .contains("\"type\": \"error\"")
                .contains("line must have at most");
        assertThat(answer("{" + keys + ",\"body\":{\"type\":\"generate\"}}")).contains("\"type\": \"generate_ok\"");
    }

    @Test
    void aLineOfTheHighestLengthIsAnswered() {
        String line = "{\"body\":{\"type\":\"generate\"}}";

        assertThat(goesOn(line + " ".repeat(64 * 1024 - line.length()))).isTrue();
    }

    @Test
    void aLongerLineEndsTheSession() {
        String line = "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":2}}";
        ByteBuf out = Unpooled.buffer();

        assertThat(DrainedAnswers.write(session, bytes(line + " ".repeat(64 * 1024 + 1 - line.length())), out))
                .isFalse();
        assertThat(out.toString(US_ASCII))
                .isEqualTo(error(
                        "c1",
                        "2",
                        12,
                        "line must have at most 65536 bytes, verify_ids at most 1048576; the connection is closed"));
    }

    @Test
    void aLongListOfIdsIsVerified() {
        String ids = IntStream.range(0, 100_000).mapToObj(Integer::toString).collect(Collectors.joining(","));

        assertThat(answer("{\"body\":{\"type\":\"verify_ids\",\"ids\":[" + ids + "]}}"))
                .contains("\"count\": 100000, \"unique\": 100000, \"is_sorted\": true");
    }

    @Test
    void aLongListThatIsBadDoesNotEndTheSession() {
        assertThat(goesOn("{\"body\":{\"type\":\"verify_ids\",\"ids\":[" + "true,".repeat(20_000) + "1]}}"))
                .isTrue();
    }

    @Test
    void aDefectIsLoggedOnceHoweverOftenItIsCausedAndGetsAnAnswerWithoutItsDetails() {
        LineSession defective = new LineSession(
                request -> {
                    throw new IllegalStateException("inner secret");
                },
                new RequestDecoder(10),
                "n1");
        ByteBuf out = Unpooled.buffer();

        try (LogCapture log = LogCapture.start()) {
            assertThat(DrainedAnswers.write(
                            defective, bytes("{\"src\":\"c1\",\"body\":{\"type\":\"time_info\",\"msg_id\":2}}"), out))
                    .isTrue();
            for (int i = 0; i < 10; i++) {
                DrainedAnswers.write(defective, bytes("{\"body\":{\"type\":\"time_info\"}}"), Unpooled.buffer());
            }

            assertThat(log.linesFrom(Level.WARN)).containsExactly("A request could not be answered; this is a defect");
            assertThat(log.stackTraces()).isEqualTo(1);
        }
        assertThat(out.toString(US_ASCII)).isEqualTo(error("c1", "2", 13, "internal error; see the node's log"));
    }

    private static String withMsgId(String body) {
        return body.equals("{}") ? "{\"msg_id\":2}" : "{\"msg_id\":2," + body.substring(1);
    }

    private static String error(String dest, String inReplyTo, int code, String text) {
        return "{\"src\": \"n1\", \"dest\": %s, \"body\": {\"type\": \"error\", \"code\": %d, \"text\": \"%s\", \"in_reply_to\": %s, \"msg_id\": 0}}\n"
                .formatted(dest == null ? null : "\"" + dest + "\"", code, text.replace("\"", "\\\""), inReplyTo);
    }

    private String answerBody(String body) {
        String line = answer("{\"body\":" + body + "}");
        return line.substring(line.indexOf("\"body\": {") + 9, line.lastIndexOf(", \"in_reply_to\""));
    }

    private String answer(String line) {
        return answer(bytes(line));
    }

    private String answer(ByteBuf line) {
        ByteBuf out = Unpooled.buffer();
        DrainedAnswers.write(session, line, out);
        return out.toString(US_ASCII);
    }

    private boolean goesOn(String line) {
        return DrainedAnswers.write(session, bytes(line), Unpooled.buffer());
    }

    private static ByteBuf bytes(String line) {
        return Unpooled.copiedBuffer(line, UTF_8);
    }
}
