package io.snowkeeper.loadtest.chaos.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LineTest {

    private final long[] ids = new long[3];

    @Test
    void anIdIsRead() {
        int count =
                line("{\"src\": \"n1\", \"dest\": \"c\", \"body\": {\"type\": \"generate_ok\", \"id\": 382500392145063936,"
                                + " \"in_reply_to\": 1, \"msg_id\": 0}}")
                        .ids(ids);

        assertThat(count).isEqualTo(1);
        assertThat(ids).startsWith(382500392145063936L);
    }

    @Test
    void theIdsOfABatchAreRead() {
        int count =
                line("{\"src\": \"n1\", \"dest\": \"c\", \"body\": {\"type\": \"generate_batch_ok\", \"ids\": [7, 8, 90],"
                                + " \"max_sequence\": 4, \"in_reply_to\": 1, \"msg_id\": 0}}")
                        .ids(ids);

        assertThat(count).isEqualTo(3);
        assertThat(ids).containsExactly(7, 8, 90);
    }

    @Test
    void moreIdsThanFitAreRefused() {
        Line line = line("{\"body\": {\"type\": \"generate_batch_ok\", \"ids\": [1, 2, 3, 4], \"max_sequence\": 4}}");

        assertThatThrownBy(() -> line.ids(ids)).hasMessage("more than 3 ids in the answer");
    }

    @Test
    void anAnswerHasNoErrorCode() {
        assertThat(line("{\"body\": {\"type\": \"generate_ok\", \"id\": 1}}").errorCode())
                .isZero();
    }

    @Test
    void anErrorHasItsCode() {
        assertThat(
                        line("{\"src\": \"n1\", \"dest\": \"c\", \"body\": {\"type\": \"error\", \"code\": 11, \"text\": \"no\"}}")
                                .errorCode())
                .isEqualTo(11);
    }

    private static Line line(String text) {
        byte[] bytes = text.getBytes(US_ASCII);
        return new Line(bytes, 0, bytes.length);
    }
}
