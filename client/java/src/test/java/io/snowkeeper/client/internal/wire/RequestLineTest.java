package io.snowkeeper.client.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RequestLineTest {

    @Test
    void isOneLineOfJson() {
        assertThat(new RequestLine("c1", 7, "generate_batch").with("count", 5).end())
                .isEqualTo("{\"src\":\"c1\",\"body\":{\"type\":\"generate_batch\",\"msg_id\":7,\"count\":5}}\n");
    }

    @Test
    void hasListsOfNumbers() {
        assertThat(new RequestLine("c1", 7, "sequence_append")
                        .with("from", new long[] {1, 11})
                        .with("to", new long[0])
                        .end())
                .isEqualTo("{\"src\":\"c1\",\"body\":{\"type\":\"sequence_append\",\"msg_id\":7,"
                        + "\"from\":[1,11],\"to\":[]}}\n");
    }

    @Test
    void carriesEveryTextInAscii() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            // Lone surrogates are no text.
            String key = random.ints(random.nextInt(10), 0, 0xd800)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();

            String line =
                    new RequestLine("c1", 7, "sequence_next").with("key", key).end();

            JsonNode body = new ObjectMapper().readTree(line).get("body");
            assertThat(body.get("key").textValue()).as("seed %d", seed).isEqualTo(key);
            assertThat(line).as("seed %d", seed).matches("[ -~]*\n");
        }
    }
}
