package io.snowkeeper.node.line.codec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.embedded.id.HighestSequences;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Batches;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.NodeConfiguration;
import io.snowkeeper.node.service.message.NodeStatus;
import io.snowkeeper.node.service.message.ReadinessCheck;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.node.service.message.StartOption;
import io.snowkeeper.node.service.message.StartOption.Origin;
import io.snowkeeper.sequences.Grant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerWriterTest {

    @Test
    void anAnswerWithoutFieldsOfItsOwn() {
        assertThat(write("n1", "c0", new Answer.Initialized(), 1L, 0))
                .isEqualTo("{\"src\": \"n1\", \"dest\": \"c0\", \"body\": {\"type\": \"init_ok\", \"in_reply_to\": 1,"
                        + " \"msg_id\": 0}}\n");
    }

    @Test
    void whatIsNotKnownIsNull() {
        assertThat(write(null, null, new Answer.Initialized(), null, 7))
                .isEqualTo("{\"src\": null, \"dest\": null, \"body\": {\"type\": \"init_ok\", \"in_reply_to\": null,"
                        + " \"msg_id\": 7}}\n");
    }

    @Test
    void idsAsNumbers() {
        assertThat(body(new Answer.GeneratedBatch(Batches.of(5, 6), 1, IdFormat.NUMBER)))
                .isEqualTo("\"type\": \"generate_batch_ok\", \"ids\": [5, 6], \"max_sequence\": 1");
    }

    @Test
    void idsAsStrings() {
        assertThat(body(new Answer.GeneratedBatch(Batches.of(5, 6), 1, IdFormat.STRING)))
                .isEqualTo("\"type\": \"generate_batch_ok\", \"ids\": [\"5\", \"6\"], \"max_sequence\": 1");
    }

    @Test
    void anEmptyList() {
        assertThat(body(new Answer.VerifiedIds(0, 0, true, new long[] {}, IdFormat.NUMBER)))
                .isEqualTo("\"type\": \"verify_ids_ok\", \"count\": 0, \"unique\": 0, \"is_sorted\": true,"
                        + " \"duplicates\": []");
    }

    @Test
    void theStatusOfANodeInAFleet() {
        NodeStatus node = new NodeStatus(
                "n1",
                "holding",
                Optional.of("f00d"),
                OptionalLong.of(1_800_000_000_000L),
                OptionalLong.of(1_800_000_048_000L),
                true,
                OptionalLong.of(-4),
                OptionalLong.of(600_000),
                Optional.empty(),
                Optional.of(new NodeConfiguration(
                        "1.2.3",
                        Layout.DEFAULT,
                        Duration.ofSeconds(60),
                        "zk1:2181",
                        List.of(
                                new StartOption("window", Origin.FILE, Optional.of("60s")),
                                new StartOption("name", Origin.COMMAND_LINE, Optional.of("n1")),
                                new StartOption("tls-key", Origin.FILE, Optional.empty())))));

        assertThat(body(new Answer.Status(
                        node,
                        OptionalLong.of(17),
                        Optional.empty(),
                        OptionalLong.of(49_000),
                        false,
                        Layout.DEFAULT,
                        new HighestSequences(4095, OptionalLong.of(7), OptionalLong.of(80)),
                        Optional.of("alone"))))
                .isEqualTo("\"type\": \"status_ok\", \"node\": \"n1\", \"version\": \"1.2.3\","
                        + " \"phase\": \"holding\","
                        + " \"ready\": true, \"reason\": null, \"worker_id\": 17,"
                        + " \"ids_until_ms\": 1800000000000, \"reserved_until_ms\": 1800000048000,"
                        + " \"reserved_remaining_ms\": 49000, \"fleet\": \"f00d\", \"connected\": true,"
                        + " \"skew_ms\": -4, \"problem\": null, \"draining\": false,"
                        + " \"max_connection_age_ms\": 600000, \"layout\": \"41/10/12\","
                        + " \"epoch_ms\": 1704067200000, \"tick_ms\": 1, \"window_ms\": 60000,"
                        + " \"zookeeper\": \"zk1:2181\", \"options_on_command_line\": [\"name\"],"
                        + " \"options_in_environment\": [], \"options_in_file\": [\"window\", \"tls-key\"],"
                        + " \"highest_sequence\": 4095,"
                        + " \"highest_sequence_1s\": 7, \"highest_sequence_1m\": 80,"
                        + " \"remark\": \"alone\"");
    }

    @Test
    void aPageOfReservationsIsAListOfObjects() {
        PendingReservation one = new PendingReservation(
                "x-1",
                List.of(new NumberRange(7, 7)),
                Optional.of("order-17"),
                Optional.of("CN=shop"),
                Instant.ofEpochMilli(1_800_000_000_000L),
                Instant.ofEpochMilli(1_800_000_060_000L),
                Optional.empty(),
                Optional.empty());
        PendingReservation other = new PendingReservation(
                "x-2",
                List.of(new NumberRange(2, 3), new NumberRange(8, 9)),
                Optional.empty(),
                Optional.empty(),
                Instant.ofEpochMilli(1_800_000_000_001L),
                Instant.ofEpochMilli(1_800_000_060_001L),
                Optional.empty(),
                Optional.empty());

        assertThat(body(new SequenceAnswer.Pending(new Page<>(List.of(one, other), Optional.of("x-2")))))
                .isEqualTo("\"type\": \"sequence_pending_ok\", \"reservations\": ["
                        + "{\"reservation\": \"x-1\", \"from\": [7], \"to\": [7], \"key\": \"order-17\","
                        + " \"by\": \"CN=shop\", \"since_ms\": 1800000000000, \"due_ms\": 1800000060000}, "
                        + "{\"reservation\": \"x-2\", \"from\": [2, 8], \"to\": [3, 9], \"key\": null,"
                        + " \"by\": null, \"since_ms\": 1800000000001, \"due_ms\": 1800000060001}],"
                        + " \"next\": \"x-2\"");
        assertThat(body(new SequenceAnswer.Pending(new Page<>(List.of(), Optional.empty()))))
                .isEqualTo("\"type\": \"sequence_pending_ok\", \"reservations\": []");
    }

    @Test
    void aListTellsHowEachSequenceStands() {
        SequenceDefinition used = new SequenceDefinition(
                "A", SequenceMode.GAPLESS, List.of(new NumberRange(1, 5)), SequenceOptions.DEFAULT);
        SequenceDefinition other = new SequenceDefinition(
                "B", SequenceMode.BLOCK, List.of(new NumberRange(1, Long.MAX_VALUE)), SequenceOptions.DEFAULT);

        assertThat(body(new SequenceAnswer.Listed(new Page<>(
                        List.of(
                                new SequenceDescription(used, OptionalLong.empty(), 5, 0, 0, 3, 0, Optional.empty()),
                                new SequenceDescription(
                                        other, OptionalLong.of(1), 0, Long.MAX_VALUE, 0, 0, 0, Optional.empty())),
                        Optional.of("B")))))
                .isEqualTo("\"type\": \"sequence_list_ok\", \"sequences\": [\"A\", \"B\"], \"states\": ["
                        + "{\"sequence\": \"A\", \"mode\": \"gapless\", \"next\": null, \"remaining\": 0, \"pending\": 3}, "
                        + "{\"sequence\": \"B\", \"mode\": \"block\", \"next\": 1, \"remaining\": 9223372036854775807,"
                        + " \"pending\": 0}], \"next\": \"B\"");
    }

    @Test
    void numbersAreToldWithTheirTextsAndPeriodWhereTheyHaveSome() {
        Grant grant =
                new Grant(List.of(new NumberRange(7, 8)), Optional.of("x-1"), Optional.of(Period.parse("2026-Q4")));
        NumberFormat format = NumberFormat.of("{yy}Q{q}-{n:00}");

        assertThat(body(new SequenceAnswer.Granted(grant, IdFormat.NUMBER, grant.texts(format))))
                .isEqualTo("\"type\": \"sequence_next_ok\", \"numbers\": [7, 8], \"reservation\": \"x-1\","
                        + " \"texts\": [\"26Q4-07\", \"26Q4-08\"], \"period\": \"2026-Q4\"");
        PendingReservation pending = new PendingReservation(
                "x-1",
                grant.places(),
                Optional.empty(),
                Optional.empty(),
                Instant.EPOCH,
                Instant.EPOCH,
                grant.period(),
                grant.texts(format).stream().findFirst());
        assertThat(body(new SequenceAnswer.Pending(new Page<>(List.of(pending), Optional.empty()))))
                .endsWith("\"due_ms\": 0, \"text\": \"26Q4-07\", \"period\": \"2026-Q4\"}]");
    }

    @Test
    void aPageWithVeryManyRunsEndsBeforeItWouldBeTooLong() {
        List<NumberRange> runs = LongStream.range(0, 6_000)
                .mapToObj(i -> new NumberRange(1 + 2 * i, 1 + 2 * i))
                .toList();
        List<PendingReservation> reservations = Stream.of("x-1", "x-2", "x-3")
                .map(name -> new PendingReservation(
                        name,
                        runs,
                        Optional.empty(),
                        Optional.empty(),
                        Instant.EPOCH,
                        Instant.EPOCH,
                        Optional.empty(),
                        Optional.empty()))
                .toList();

        Page<PendingReservation> page = SequenceAnswer.Pending.of(new Page<>(reservations, Optional.empty()))
                .page();

        assertThat(page.items()).containsExactly(reservations.get(0));
        assertThat(page.next()).contains("x-1");
    }

    @Test
    void anErrorHasACodeAndAText() {
        assertThat(body(new Answer.Refusal(ErrorCode.MALFORMED_REQUEST, "no \"worker\" id")))
                .isEqualTo("\"type\": \"error\", \"code\": 12, \"text\": \"no \\\"worker\\\" id\"");
    }

    @Test
    void anErrorThatMayPassHasAReason() {
        assertThat(body(Answer.Refusal.forNow(UnavailableReason.NO_WORKER_ID, "none is free")))
                .isEqualTo("\"type\": \"error\", \"code\": 11, \"text\": \"none is free\","
                        + " \"reason\": \"no-worker-id\"");
    }

    @Test
    void theStatusOfANodeThatIsNotReadySaysWhy() {
        ReadinessCheck check =
                new ReadinessCheck("ids", "the clock went back", Optional.of(UnavailableReason.CLOCK_MOVED_BACKWARDS));

        assertThat(body(new Answer.Status(
                        NodeStatus.alone("n1"),
                        OptionalLong.of(17),
                        Optional.of(check),
                        OptionalLong.empty(),
                        false,
                        Layout.DEFAULT,
                        new HighestSequences(0, OptionalLong.empty(), OptionalLong.empty()),
                        Optional.empty())))
                .contains("\"ready\": false, \"reason\": \"clock-moved-backwards\",")
                .contains("\"reserved_remaining_ms\": null,")
                .contains("\"problem\": \"the clock went back\",");
    }

    /** The results of Python's json.dumps for these. */
    @Test
    void textIsEscapedToAscii() {
        String text = "\"\\/\b\f\n\r\t\0\u001f ~\u007f\u0080é☃\uD83D\uDE00\uD800x";

        assertThat(write(text, null, new Answer.Initialized(), null, 0))
                .startsWith("{\"src\": \"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f ~\\u007f\\u0080\\u00e9\\u2603"
                        + "\\ud83d\\ude00\\ud800x\", ");
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                Long.MIN_VALUE,
                Long.MIN_VALUE + 1,
                -10,
                -9,
                -1,
                0,
                9,
                10,
                99,
                100,
                999_999_999_999_999_999L,
                1_000_000_000_000_000_000L,
                Long.MAX_VALUE
            })
    void numbersAreWrittenWithAllTheirDigits(long number) {
        ByteBuf out = Unpooled.buffer(0);
        JsonWriter.number(out, number);

        assertThat(out.toString(US_ASCII)).isEqualTo(Long.toString(number));
    }

    private static String body(Answer answer) {
        String line = write("n1", "c1", answer, 2L, 1);
        String start = "{\"src\": \"n1\", \"dest\": \"c1\", \"body\": {";
        String end = ", \"in_reply_to\": 2, \"msg_id\": 1}}\n";
        assertThat(line).startsWith(start).endsWith(end);
        return line.substring(start.length(), line.length() - end.length());
    }

    private static String write(String src, String dest, Answer answer, Long inReplyTo, long msgId) {
        ByteBuf out = Unpooled.buffer(0);
        AnswerWriter.write(out, src, dest, answer, inReplyTo, msgId);
        return out.toString(US_ASCII);
    }
}
