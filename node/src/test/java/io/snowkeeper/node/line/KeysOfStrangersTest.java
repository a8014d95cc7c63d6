package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.snowkeeper.node.line.codec.RequestDecoder;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Keys that no request has, as many as a client likes to send, also such as are made to cost much. */
class KeysOfStrangersTest {

    private static final String TAIL = "\"body\":{\"type\":\"verify_ids\",\"ids\":[1]}}";

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @Test
    void keysThatAreMadeToHaveOneHashCostNoMoreThanOthers() {
        List<String> colliding = CollidingKeys.keys(40_000);
        String made = "{" + members(colliding) + TAIL;
        String plain = "{" + members(plain("plain", colliding.size())) + TAIL;
        assertThat(leastCpuTime(made)).isLessThan(10 * leastCpuTime(plain));
    }

    @Test
    void tensOfThousandsOfDifferentKeysAreFine() {
        assertThat(answer("{" + members(plain("a", 50_000)) + TAIL)).contains("verify_ids_ok");
    }

    private static long leastCpuTime(String line) {
        return IntStream.range(0, 5)
                .mapToLong(i -> {
                    long before = THREADS.getCurrentThreadCpuTime();
                    assertThat(answer(line)).contains("verify_ids_ok");
                    return THREADS.getCurrentThreadCpuTime() - before;
                })
                .min()
                .orElseThrow();
    }

    private static List<String> plain(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
    }

    private static String members(List<String> keys) {
        return keys.stream().map(key -> "\"" + key + "\":1,").collect(Collectors.joining());
    }

    private static String answer(String line) {
        LineSession session = new LineSession(TestNode.live("n1"), new RequestDecoder(1), "n1");
        ByteBuf out = Unpooled.buffer();
        DrainedAnswers.write(session, Unpooled.copiedBuffer(line, US_ASCII), out);
        return out.toString(US_ASCII);
    }
}
