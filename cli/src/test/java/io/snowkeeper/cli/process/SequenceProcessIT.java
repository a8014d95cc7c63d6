package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.cli.LocalFleet;
import io.snowkeeper.cli.LocalNode;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sequences over the line protocol, of two nodes, and of processes that are killed beside them. */
@Tag("system")
class SequenceProcessIT {

    @TempDir(cleanup = ON_SUCCESS)
    private static Path folder;

    private static ProcessFleet fleet;
    private static LocalFleet beside;
    private static LocalNode first;
    private static LocalNode second;

    /** Each test has its own. */
    private final String name = UUID.randomUUID().toString();

    private final String next = about("next", "");

    @BeforeAll
    static void startFleet() throws Exception {
        fleet = new ProcessFleet(folder);
        beside = new LocalFleet(folder, fleet.connectString());
        first = beside.serve("n1");
        second = beside.serve("n2");
    }

    @AfterAll
    static void stopAll() throws Exception {
        beside.close();
        fleet.close();
    }

    private String about(String verb, String more) {
        return "{\"type\":\"sequence_%s\",\"sequence\":\"%s\"%s}".formatted(verb, name, more);
    }

    /** Creates it; again where ZooKeeper was too slow, which changes nothing. */
    private void create(LineClient client, String mode, String more) {
        String request = about(
                "create", ",\"mode\":\"%s\",\"from\":1,\"to\":100000,\"allow_overlap\":true%s".formatted(mode, more));
        await(request).until(() -> client.call(request).path("type").asText(), "sequence_create_ok"::equals);
    }

    private static JsonNode awaitServed(LineClient client) {
        return await().until(
                        () -> client.call("{\"type\":\"sequence_list\"}"),
                        answer -> answer.path("type").asText().equals("sequence_list_ok"));
    }

    private static long number(JsonNode answer) {
        assertThat(answer.path("type").asText()).as("%s", answer).isEqualTo("sequence_next_ok");
        return answer.path("numbers").get(0).asLong();
    }

    @Test
    void oneSequenceIsServedByTwoNodesInOrder() throws Exception {
        try (LineClient one = LineClient.connect(first.address());
                LineClient other = LineClient.connect(second.address())) {
            awaitServed(one);
            awaitServed(other);
            create(one, "ordered", "");
            for (int i = 1; i <= 20; i++) {
                assertThat(number((i % 2 == 0 ? one : other).call(next))).isEqualTo(i);
            }
        }
    }

    @Test
    void aLedgerIsUtf8WhateverTheLocale() throws Exception {
        try (LineClient client = LineClient.connect(first.address())) {
            awaitServed(client);
            create(client, "gapless", "");
            number(client.call(about("next", ",\"key\":\"Gr\u00fc\u00dfe \u65e5\u672c\"")));
        }
        String server = "%s:%d"
                .formatted(first.address().getHostString(), first.address().getPort());
        try (NodeProcess program = NodeProcess.start(
                folder, Map.of("LC_ALL", "C"), List.of("sequence", "ledger", name, "--server", server))) {
            assertThat(program.awaitExit()).isZero();
            assertThat(program.stdout()).contains("\"key\":\"Gr\u00fc\u00dfe \u65e5\u672c\"");
        }
    }

    @Test
    void manyRequestsOfOneConnectionAreAnsweredInTheirOrder() throws Exception {
        try (LineClient client = LineClient.connect(first.address())) {
            awaitServed(client);
            create(client, "ordered", "");
            for (int i = 0; i < 1_000; i++) {
                client.request(next);
            }

            client.request("{\"type\":\"time_info\",\"msg_id\":7}");
            List<Long> numbers = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                numbers.add(
                        number(new ObjectMapper().readTree(client.readLine()).get("body")));
            }
            assertThat(numbers)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 1_000).boxed().toList());
            assertThat(client.readLine()).contains("\"type\": \"time_info_ok\"");
        }
    }

    @Test
    void aClientWhoseConnectionIsCutGetsTheSameNumberByItsKeyOnTheOtherNode() throws Exception {
        String keyed = about("next", ",\"key\":\"order-17\"");
        try (LineClient other = LineClient.connect(second.address())) {
            awaitServed(other);
            create(other, "ordered", "");
            LineClient cut = LineClient.connect(first.address());
            awaitServed(cut);
            cut.request(keyed);
            cut.close();
            long number = number(other.call(keyed));
            assertThat(number(other.call(keyed))).isEqualTo(number);
            assertThat(number(other.call(next))).isEqualTo(2);
        }
    }

    @Test
    void aNodeThatIsKilledLosesAtMostItsBlock() throws Exception {
        NodeProcess killed = fleet.serve("n3");
        try (LineClient one = LineClient.connect(killed.address());
                LineClient other = LineClient.connect(second.address())) {
            awaitServed(one);
            awaitServed(other);
            create(one, "block", ",\"min_block\":50,\"max_block\":50");
            for (int i = 1; i <= 10; i++) {
                assertThat(number(one.call(next))).isEqualTo(i);
            }
            killed.kill();
            assertThat(number(other.call(next))).isEqualTo(51);
        }
    }

    @Test
    void aNodeThatIsStoppedGivesItsBlockBack() throws Exception {
        LocalNode stopped = beside.serve("n4");
        try (LineClient one = LineClient.connect(stopped.address());
                LineClient other = LineClient.connect(second.address())) {
            awaitServed(one);
            awaitServed(other);
            create(one, "block", ",\"min_block\":50,\"max_block\":50");
            assertThat(number(one.call(next))).isEqualTo(1);
            stopped.close();
            assertThat(number(other.call(next))).isEqualTo(2);
        }
    }

    @Test
    void confirmedNumbersOfAGaplessSequenceHaveNoHoleThoughANodeIsKilled() throws Exception {
        NodeProcess killed = fleet.serve("n5");
        try (LineClient other = LineClient.connect(second.address())) {
            awaitServed(other);
            create(other, "gapless", ",\"reservation_time\":\"10s\",\"at_expiry\":\"return\"");
            Queue<Long> confirmed = new ConcurrentLinkedQueue<>();
            try (LineClient one = LineClient.connect(killed.address())) {
                awaitServed(one);
                for (int i = 0; i < 30; i++) {
                    JsonNode grant = one.call(next);
                    // Every third is left behind.
                    if (i % 3 != 0) {
                        confirm(other, grant, confirmed);
                    }
                }
                for (int i = 0; i < 20; i++) {
                    one.request(next);
                }
                killed.kill();
            }
            await().until(() ->
                    other.call(about("describe", "")).path("pending").asInt() == 0);
            while (confirmed.size() < 60) {
                confirm(other, other.call(next), confirmed);
            }
            assertThat(confirmed.stream().sorted())
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 60).boxed().toList());
        }
    }

    private void confirm(LineClient client, JsonNode grant, Queue<Long> confirmed) throws IOException {
        JsonNode answer = client.call(about(
                "confirm",
                ",\"reservation\":\"%s\"".formatted(grant.path("reservation").asText())));
        assertThat(answer.path("type").asText()).as("%s", answer).isEqualTo("sequence_confirm_ok");
        confirmed.add(number(grant));
    }

    @Test
    void errorsComeByTheirCodes() throws Exception {
        try (LineClient client = LineClient.connect(first.address())) {
            awaitServed(client);
            create(client, "ordered", "");
            assertThat(code(client, "{\"type\":\"sequence_next\",\"sequence\":\"nobody\"}"))
                    .isEqualTo(20);
            assertThat(code(client, about("create", ",\"mode\":\"ordered\",\"from\":1,\"to\":9")))
                    .isEqualTo(21);
            assertThat(code(client, about("append", ",\"from\":9,\"to\":5"))).isEqualTo(12);
            assertThat(code(client, about("append", ",\"from\":9,\"to\":50,\"allow_overlap\":true")))
                    .isEqualTo(12);
            assertThat(code(client, about("next", ",\"count\":1000000"))).isEqualTo(12);
            assertThat(code(client, "{\"type\":\"sequence_next\",\"sequence\":\"a/b\"}"))
                    .isEqualTo(12);
            assertThat(code(client, about("confirm", ",\"reservation\":\"x-1\"")))
                    .isEqualTo(22);
            assertThat(code(client, about("configure", ",\"min_block\":\"many\"")))
                    .isEqualTo(12);
            assertThat(code(client, about("configure", ",\"min_block\":0"))).isEqualTo(12);
            client.call(
                    "{\"type\":\"sequence_create\",\"sequence\":\"ten\",\"mode\":\"ordered\",\"from\":1,\"to\":10,\"allow_overlap\":true}");
            assertThat(code(client, "{\"type\":\"sequence_next\",\"sequence\":\"ten\",\"count\":11}"))
                    .isEqualTo(22);
        }
        LocalNode hasty = beside.serve("n3", "--sequence-timeout", "1s");
        try (LineClient client = LineClient.connect(hasty.address())) {
            awaitServed(client);
            fleet.stopZooKeeper();
            assertThat(code(client, next)).isEqualTo(11);
        } finally {
            fleet.restartZooKeeper();
        }
    }

    private static int code(LineClient client, String request) throws IOException {
        JsonNode answer = client.call(request);
        assertThat(answer.path("type").asText()).as("%s", answer).isEqualTo("error");
        return answer.path("code").asInt();
    }
}
