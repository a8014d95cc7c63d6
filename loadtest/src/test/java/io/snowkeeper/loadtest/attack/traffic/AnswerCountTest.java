package io.snowkeeper.loadtest.attack.traffic;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

class AnswerCountTest {

    private static final String TWO = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nHHHTTP/1.1 404 Not Found\r\n\r\n";

    @Test
    void countsAnswersHoweverTheyAreCut() {
        for (int cut = 0; cut <= TWO.length(); cut++) {
            AnswerCount count = new AnswerCount();

            count.add(Unpooled.copiedBuffer(TWO.substring(0, cut), US_ASCII));
            count.add(Unpooled.copiedBuffer(TWO.substring(cut), US_ASCII));

            assertThat(count.answers()).as("cut at %d", cut).isEqualTo(2);
        }
    }
}
