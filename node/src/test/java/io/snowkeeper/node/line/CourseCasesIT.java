package io.snowkeeper.node.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.Layout;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The cases of the course that the line protocol comes from, as bytes in and bytes out. */
class CourseCasesIT {

    private static final Pattern ID = Pattern.compile("\"id\": ([0-9]+)");
    private static final Pattern IDS = Pattern.compile("\"ids\": \\[([0-9, ]+)\\]");

    @ParameterizedTest
    @EnumSource
    void twoGeneratesGiveDifferentIncreasingIds(LineTransport transport) {
        String input = "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate\",\"msg_id\":2}}\n"
                + "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate\",\"msg_id\":3}}\n";

        assertThat(transport.exchange(input))
                .isEqualTo("{\"src\": \"n1\", \"dest\": \"c1\", \"body\": {\"type\": \"generate_ok\","
                        + " \"id\": 4198502400, \"in_reply_to\": 2, \"msg_id\": 1}}\n"
                        + "{\"src\": \"n1\", \"dest\": \"c1\", \"body\": {\"type\": \"generate_ok\","
                        + " \"id\": 4202696704, \"in_reply_to\": 3, \"msg_id\": 2}}\n");
    }

    @ParameterizedTest
    @EnumSource
    void aBatchOfFive(LineTransport transport) {
        String input =
                "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate_batch\",\"msg_id\":2,\"count\":5}}\n";

        assertThat(transport.exchange(input))
                .isEqualTo("{\"src\": \"n1\", \"dest\": \"c1\", \"body\": {\"type\": \"generate_batch_ok\", \"ids\":"
                        + " [4198502400, 4198502401, 4198502402, 4198502403, 4198502404], \"max_sequence\": 4,"
                        + " \"in_reply_to\": 2, \"msg_id\": 1}}\n");
    }

    @ParameterizedTest
    @EnumSource
    void aBatchOfTenThousandCrossesMillisecondsAndReportsTheHighestSequence(LineTransport transport) {
        String input =
                "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate_batch\",\"msg_id\":2,\"count\":10000}}\n";

        String answer = transport.exchangeLive(input);

        assertThat(answer).endsWith("], \"max_sequence\": 4095, \"in_reply_to\": 2, \"msg_id\": 1}}\n");
        List<Long> ids =
                Stream.of(find(IDS, answer).split(", ")).map(Long::valueOf).toList();
        assertThat(ids).hasSize(10_000).doesNotHaveDuplicates().isSorted();
        assertThat(ids.stream().map(Layout.DEFAULT::timestampOf).distinct().count())
                .isGreaterThanOrEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void verifyIds(LineTransport transport) {
        String input =
                "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"verify_ids\",\"msg_id\":2,\"ids\":[10,20,30]}}\n"
                        + "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"verify_ids\",\"msg_id\":4,\"ids\":[10,20,10,30]}}\n";

        assertThat(transport.exchange(input))
                .isEqualTo("{\"src\": \"n1\", \"dest\": \"c1\", \"body\": {\"type\": \"verify_ids_ok\", \"count\": 3,"
                        + " \"unique\": 3, \"is_sorted\": true, \"duplicates\": [], \"in_reply_to\": 2,"
                        + " \"msg_id\": 1}}\n"
                        + "{\"src\": \"n1\", \"dest\": \"c1\", \"body\": {\"type\": \"verify_ids_ok\", \"count\": 4,"
                        + " \"unique\": 3, \"is_sorted\": false, \"duplicates\": [10], \"in_reply_to\": 4,"
                        + " \"msg_id\": 2}}\n");
    }

    @ParameterizedTest
    @EnumSource
    void timeInfo(LineTransport transport) {
        String input = "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"time_info\",\"msg_id\":2}}\n";

        assertThat(transport.exchange(input))
                .isEqualTo("{\"src\": \"n1\", \"dest\": \"c1\", \"body\": {\"type\": \"time_info_ok\","
                        + " \"current_ms\": 1000, \"custom_epoch_ms\": 1704067200000,"
                        + " \"max_timestamp_ms\": 2199023255551, \"years_remaining\": 69, \"in_reply_to\": 2,"
                        + " \"msg_id\": 1}}\n");
    }

    @ParameterizedTest
    @EnumSource
    void decomposeOfAnIdGivesTheWorkerAndTheTimeItWasMadeAt(LineTransport transport) {
        String made = transport.exchange("{\"body\":{\"type\":\"generate\"}}\n");

        assertThat(transport.exchange("{\"src\":\"c1\",\"body\":{\"type\":\"decompose\",\"msg_id\":2,\"id\":"
                        + find(ID, made) + "}}\n"))
                .isEqualTo("{\"src\": \"n1\", \"dest\": \"c1\", \"body\": {\"type\": \"decompose_ok\","
                        + " \"timestamp_ms\": 1704067201001, \"machine_id\": 1, \"sequence\": 0, \"in_reply_to\": 2,"
                        + " \"msg_id\": 1}}\n");
    }

    @ParameterizedTest
    @EnumSource
    void anIdCarriesTheTimeOfItsMaking(LineTransport transport) {
        long before = System.currentTimeMillis();
        String made = transport.exchangeLive("{\"body\":{\"type\":\"generate\"}}\n");
        long after = System.currentTimeMillis();

        assertThat(Layout.DEFAULT
                        .decompose(Long.parseLong(find(ID, made)))
                        .time()
                        .toEpochMilli())
                .isBetween(before, after);
    }

    @ParameterizedTest
    @EnumSource
    void theStatusOfANodeWithoutAFleet(LineTransport transport) {
        String input = "{\"src\":\"c1\",\"body\":{\"type\":\"status\",\"msg_id\":2}}\n";

        assertThat(transport.exchange(input))
                .isEqualTo("{\"src\": \"n1\", \"dest\": \"c1\", \"body\": {\"type\": \"status_ok\", \"node\": \"n1\","
                        + " \"version\": null, \"phase\": \"alone\", \"ready\": true, \"reason\": null, \"worker_id\": 1,"
                        + " \"ids_until_ms\": null, \"reserved_until_ms\": null, \"reserved_remaining_ms\":"
                        + " null, \"fleet\": null, \"connected\": false, \"skew_ms\": null, \"problem\": null,"
                        + " \"draining\": false, \"max_connection_age_ms\": null, \"layout\": \"41/10/12\", \"epoch_ms\":"
                        + " 1704067200000, \"tick_ms\": 1,"
                        + " \"highest_sequence\": 0, \"highest_sequence_1s\": null, \"highest_sequence_1m\":"
                        + " null, \"remark\": null, \"in_reply_to\": 2, \"msg_id\": 1}}\n");
    }

    private static String find(Pattern pattern, String answer) {
        Matcher matcher = pattern.matcher(answer);
        assertThat(matcher.find()).as(answer).isTrue();
        return matcher.group(1);
    }
}
