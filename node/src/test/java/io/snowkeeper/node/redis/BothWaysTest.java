package io.snowkeeper.node.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same commands have the same answers, whether they are recognised by their bytes or read by Netty's codec. */
class BothWaysTest {

    private static final int STREAMS = 300;

    static Stream<String> commands() {
        return Stream.of(
                RespExchange.array("PING"),
                RespExchange.array("ping"),
                RespExchange.array("PiNg"),
                RespExchange.array("PONG"),
                RespExchange.array("ID.NEXT"),
                RespExchange.array("id.next"),
                RespExchange.array("ID\u000eNEXT"),
                RespExchange.array("ID.NEXT", "COUNT", "3"),
                RespExchange.array("INCR", "b"),
                RespExchange.array("incr", "b".repeat(128)),
                RespExchange.array("INCR", "b".repeat(129)),
                RespExchange.array("INCR", "b\u00e4"),
                RespExchange.array("INCR", "none"),
                RespExchange.array("INCR", ""),
                RespExchange.array("INCR"),
                RespExchange.array("INCRBY", "b", "1"),
                RespExchange.array("incrby", "b", "10000"),
                RespExchange.array("INCRBY", "b", "10001"),
                RespExchange.array("INCRBY", "b", "999999999"),
                RespExchange.array("INCRBY", "b", "9999999999"),
                RespExchange.array("INCRBY", "b", "99999999999999999999"),
                RespExchange.array("INCRBY", "b", "0"),
                RespExchange.array("INCRBY", "b", "01"),
                RespExchange.array("INCRBY", "b", "-1"),
                RespExchange.array("INCRBY", "b", "+1"),
                RespExchange.array("INCRBY", "b", "x"),
                RespExchange.array("INCRBY", "b"),
                RespExchange.array("INCRBY", "b", "1", "2"),
                RespExchange.array("GET", "b"),
                RespExchange.array("MULTI") + RespExchange.array("INCR", "b") + RespExchange.array("EXEC"),
                "PING\r\n",
                "INCR b\r\n",
                "*0\r\n",
                "*1\r\n$4\r\nPINGxx",
                "*01\r\n$4\r\nPING\r\n",
                "*2\r\n$4\r\nINCR\r\n$01\r\nb\r\n");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aCommandHasOneAnswerWhicheverWayItIsRead(String command) {
        String stream = RespExchange.array("ID.NEXT") + command + RespExchange.array("INCR", "b");
        String whole = new RespExchange().send(stream);

        for (int cut = 1; cut < stream.length(); cut++) {
            RespExchange exchange = new RespExchange();
            assertThat(exchange.send(stream.substring(0, cut)) + exchange.send(stream.substring(cut)))
                    .as("cut at %d", cut)
                    .isEqualTo(whole);
        }
        RespExchange slow = new RespExchange();
        StringBuilder byBytes = new StringBuilder();
        stream.chars().forEach(c -> byBytes.append(slow.send(String.valueOf((char) c))));
        assertThat(byBytes).hasToString(whole);
    }

    @Test
    void manyCommandsTogetherAreAnsweredAsEachAlone() {
        List<String> all = new ArrayList<>(commands().toList());
        // These end the connection.
        all.subList(all.size() - 3, all.size()).clear();
        for (int seed = 0; seed < STREAMS; seed++) {
            Random random = new Random(seed);
            List<String> some = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                some.add(all.get(random.nextInt(all.size())));
            }
            RespExchange slow = new RespExchange();
            StringBuilder oneByOne = new StringBuilder();
            for (String command : some) {
                // The codec reads a command that has begun.
                int begin = command.indexOf('\n') + 1;
                oneByOne.append(slow.send(command.substring(0, begin))).append(slow.send(command.substring(begin)));
            }

            byte[] stream = String.join("", some).getBytes(ISO_8859_1);
            assertThat(new RespExchange().send(stream, 0, stream.length))
                    .as("seed %d", seed)
                    .isEqualTo(oneByOne.toString());
        }
    }

    @Test
    void aLongPipelineIsRecognisedToItsEnd() {
        RespExchange exchange = new RespExchange();
        String name = "b".repeat(128);
        String commands = RespExchange.array("INCRBY", name, "7") + RespExchange.array("ID.NEXT");

        assertThat(exchange.send(commands.repeat(1000)).lines().toList())
                .isEqualTo(IntStream.range(0, 1000)
                        .boxed()
                        .flatMap(i -> Stream.of(":" + 7 * (i + 1), ":" + (1000 + i)))
                        .toList());
        assertThat(exchange.node.requests).isEmpty();
    }

    @Test
    void whatIsRecognisedByItsBytesIsAskedOfNobody() {
        RespExchange exchange = new RespExchange();
        exchange.send(RespExchange.array("ID.NEXT") + RespExchange.array("INCR", "b") + RespExchange.array("PING"));

        assertThat(exchange.node.requests).isEmpty();
    }
}
