package io.snowkeeper.loadtest.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class AnswerTest {

    @Test
    void anIdIsTakenFromAnAnswer() throws IOException {
        Answer answer = read("{\"type\": \"generate_ok\", \"id\": 42, \"in_reply_to\": 3, \"msg_id\": 9}", 1);

        assertThat(answer.failure(3)).isEmpty();
        assertThat(answer.errorCode()).isZero();
        assertThat(answer.ids()).containsExactly(42);
    }

    @Test
    void allIdsOfABatchAreTaken() throws IOException {
        Answer answer = read(
                "{\"type\": \"generate_batch_ok\", \"ids\": [1, 2, 3], \"max_sequence\": 2, \"in_reply_to\": 3, \"msg_id\": 0}",
                3);

        assertThat(answer.failure(3)).isEmpty();
        assertThat(answer.ids()).containsExactly(1, 2, 3);
    }

    @Test
    void anErrorSaysWhatItSays() throws IOException {
        Answer answer = read(
                "{\"type\": \"error\", \"code\": 11, \"text\": \"draining\", \"in_reply_to\": 3, \"msg_id\": 0}", 1);

        assertThat(answer.failure(3)).hasValue("error 11: draining");
        assertThat(answer.errorCode()).isEqualTo(11);
    }

    @Test
    void anErrorThatPassesSaysWhy() throws IOException {
        Answer answer = read(
                "{\"type\": \"error\", \"code\": 11, \"reason\": \"standby\", \"text\": \"this node stands by\", \"in_reply_to\": 3}",
                1);

        assertThat(answer.reason()).isEqualTo("standby");
    }

    @Test
    void theAnswerToAnotherRequestIsAFailure() throws IOException {
        assertThat(read("{\"type\": \"generate_ok\", \"id\": 42, \"in_reply_to\": 4, \"msg_id\": 0}", 1)
                        .failure(3))
                .hasValue("answer to another request");
    }

    @Test
    void tooFewIdsAreAFailure() throws IOException {
        assertThat(read("{\"type\": \"generate_batch_ok\", \"ids\": [1], \"in_reply_to\": 3}", 2)
                        .failure(3))
                .hasValue("1 ids instead of 2");
    }

    /** They were issued: the search for repeated ids has to see them. */
    @Test
    void moreIdsThanAskedForAreAFailureAndAllAreTaken() throws IOException {
        Answer answer = read("{\"type\": \"generate_batch_ok\", \"ids\": [1, 2, 3, 4], \"in_reply_to\": 3}", 3);

        assertThat(answer.failure(3)).hasValue("4 ids instead of 3");
        assertThat(answer.ids()).containsExactly(1, 2, 3, 4);
    }

    @Test
    void whatIsNoJsonIsRefused() {
        assertThatThrownBy(() -> Answer.read("{\"body\": }", 1)).isInstanceOf(IOException.class);
    }

    private static Answer read(String body, int asked) throws IOException {
        return Answer.read("{\"src\": \"n1\", \"dest\": \"gatling\", \"body\": " + body + "}", asked);
    }
}
