package io.snowkeeper.node.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.node.LoneNode;
import io.snowkeeper.node.Node;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Sequences over Redis' protocol, on a node with a ZooKeeper. */
class RedisNodeIT {

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private Node node;
    private RedisClient client;

    @BeforeEach
    void start() throws Exception {
        node = node(Optional.of(new RedisSettings(0, true)));
        node.start();
        client = new RedisClient(node.redisAddress().orElseThrow());
        await().untilAsserted(() -> assertThat(client.ask("ID.NEXT")).startsWith(":"));
        await().untilAsserted(
                        () -> assertThat(client.ask("SEQ.CREATE ready BLOCK 9000000000000000000 9000000000000000009"))
                                .isEqualTo("+OK"));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        node.close();
    }

    @Test
    void anIncrementOfAnUnknownNameBeginsAtOneAndGetTellsTheLast() throws Exception {
        assertThat(client.ask("GET seq:orders")).isEqualTo("$-1");
        assertThat(client.ask("INCR seq:orders")).isEqualTo(":1");
        assertThat(client.ask("INCR seq:orders")).isEqualTo(":2");
        assertThat(client.ask("INCRBY seq:orders 10")).isEqualTo(":12");
        assertThat(client.ask("GET seq:orders")).isEqualTo("12");
    }

    /** As Spring's RedisAtomicLong does, before it increments. */
    @Test
    void whatSetsACounterThatIsThereLeavesItAsItIs() throws Exception {
        assertThat(client.ask("EXISTS new")).isEqualTo(":0");
        assertThat(client.ask("SET new 0 NX")).isEqualTo("$-1");
        assertThat(client.ask("INCR new")).isEqualTo(":1");
        assertThat(client.ask("SET new 0 NX")).isEqualTo("$-1");
        assertThat(client.ask("EXISTS new")).isEqualTo(":1");
        assertThat(client.ask("INCR new")).isEqualTo(":2");
    }

    /** The recipe in EXPIRE's error. */
    @Test
    void oneSequenceCountsAnewEachDay() throws Exception {
        assertThat(client.ask("SEQ.CREATE daily BLOCK 1 999999 PERIOD day ZONE Europe/Berlin"))
                .isEqualTo("+OK");

        assertThat(client.ask("INCR daily")).isEqualTo(":1");
        assertThat(client.ask("SEQ.NEXT daily")).isEqualTo("*4");
        assertThat(List.of(client.line(), client.line())).containsExactly("*1", ":2");
        client.line();
        assertThat(client.line()).isEqualTo("*0");
        assertThat(client.line()).isEqualTo("$10");
        assertThat(client.line()).matches("20\\d\\d-\\d\\d-\\d\\d");
    }

    @Test
    void aTransactionTakesNumbersAtItsEndOrNone() throws Exception {
        assertThat(client.ask("SEQ.CREATE o ORDERED 1 99")).isEqualTo("+OK");
        client.send(RespExchange.array("MULTI")
                + RespExchange.array("INCR", "o")
                + RespExchange.array("EXPIRE", "o", "86400")
                + RespExchange.array("EXEC"));
        assertThat(List.of(client.line(), client.line())).containsExactly("+OK", "+QUEUED");
        assertThat(client.line()).startsWith("-ERR EXPIRE is not a command here: ");
        assertThat(client.line()).startsWith("-EXECABORT ");

        client.send(
                RespExchange.array("MULTI") + RespExchange.array("INCR", "o").repeat(2) + RespExchange.array("EXEC"));
        assertThat(List.of(client.line(), client.line(), client.line(), client.line(), client.line(), client.line()))
                .containsExactly("+OK", "+QUEUED", "+QUEUED", "*2", ":1", ":2");
    }

    @Test
    void aSequenceThatBeginsAtZeroGivesZeroFirst() throws Exception {
        assertThat(client.ask("SEQ.CREATE z BLOCK 0 99")).isEqualTo("+OK");
        assertThat(client.ask("GET z")).isEqualTo("$-1");
        assertThat(client.ask("INCR z")).isEqualTo(":0");
        assertThat(client.ask("GET z")).isEqualTo("0");
        assertThat(client.ask("INCR z")).isEqualTo(":1");
    }

    @Test
    void numbersOfAPeriodAreToldWithTheirTextsAndReadBack() throws Exception {
        client.send(RespExchange.array(
                "SEQ.CREATE",
                "RE",
                "GAPLESS",
                "1",
                "99999",
                "FORMAT",
                "RE-{yyyy}-{n:00000}{luhn}",
                "PERIOD",
                "YEAR",
                "ZONE",
                "Europe/Berlin"));
        assertThat(client.line()).isEqualTo("+OK");

        client.send(RespExchange.array("SEQ.NEXT", "RE"));
        assertThat(client.line()).isEqualTo("*4");
        assertThat(List.of(client.line(), client.line())).containsExactly("*1", ":1");
        client.line();
        client.line();
        assertThat(client.line()).isEqualTo("*1");
        client.line();
        String text = client.line();
        client.line();
        String year = client.line();
        assertThat(text).startsWith("RE-" + year + "-00001").hasSize(14);

        assertThat(client.ask("SEQ.CONFIRM RE NUMBER 1 PERIOD 2001")).startsWith("-ERR no pending reservation");
        assertThat(client.ask("SEQ.CONFIRM RE NUMBER 1 PERIOD " + year)).isEqualTo("+OK");
        assertThat(client.ask("SEQ.CREATE x ORDERED 1 9 PERIOD month"))
                .startsWith("-ERR a period begins at a midnight: give period");
        assertThat(client.ask("SEQ.PARSE RE nonsense")).isEqualTo("*8");
    }

    @Test
    void incrementsAreNeverTheSameHoweverManyAreTaken() throws Exception {
        int commands = 20_000;
        Set<String> all = new HashSet<>();
        for (int sent = 0; sent < commands; sent += 100) {
            client.send(RespExchange.array("INCRBY", "c", "3").repeat(100));
            for (int i = 0; i < 100; i++) {
                all.add(client.line());
            }
        }

        assertThat(all).hasSize(commands).allMatch(answer -> answer.startsWith(":"));
    }

    @Test
    void anIncrementThatDoesNotFitIntoARangeGoesOnWithTheNext() throws Exception {
        assertThat(client.ask("SEQ.CREATE o ORDERED 1 5")).isEqualTo("+OK");
        assertThat(client.ask("SEQ.APPEND o 11 20")).isEqualTo("+OK");

        assertThat(client.ask("INCRBY o 3")).isEqualTo(":3");
        assertThat(client.ask("INCRBY o 3")).isEqualTo(":13");
        assertThat(client.ask("GET o")).isEqualTo("13");
        assertThat(client.ask("INCRBY o 8"))
                .isEqualTo("-ERR sequence o is used up: 7 numbers are left, count=8; append a range");
        assertThat(client.ask("INCR o")).isEqualTo(":14");
    }

    @Test
    void whereNoRangeHasAsManyLeftNothingIsTaken() throws Exception {
        assertThat(client.ask("SEQ.CREATE o ORDERED 1 5")).isEqualTo("+OK");
        assertThat(client.ask("SEQ.APPEND o 11 15")).isEqualTo("+OK");

        assertThat(client.ask("INCRBY o 6"))
                .isEqualTo("-ERR sequence o has no 6 numbers left that follow each other, of 10 that are left; ask for"
                        + " fewer, or append a range");
        assertThat(client.ask("INCR o")).isEqualTo(":1");
    }

    @Test
    void blocksThatDoNotMeetAreNotGivenAsOneRun() throws Exception {
        assertThat(client.ask("SEQ.CREATE b BLOCK 1 5")).isEqualTo("+OK");
        assertThat(client.ask("SEQ.APPEND b 11 20")).isEqualTo("+OK");
        assertThat(client.ask("INCRBY b 3")).isEqualTo(":3");

        // Numbers taken over the gap are given up.
        assertThat(client.ask("INCRBY b 3")).isEqualTo(":14");
        assertThat(client.ask("GET b")).isEqualTo("14");
    }

    @Test
    void rangesThatOverlapAnotherSequencesAreTakenIfThatIsSaid() throws Exception {
        assertThat(client.ask("SEQ.CREATE a ORDERED 1 9")).isEqualTo("+OK");
        assertThat(client.ask("SEQ.CREATE b ORDERED 9 19")).startsWith("-ERR range 9-19 overlaps 1-9 of sequence a,");
        assertThat(client.ask("SEQ.CREATE b ORDERED 9 19 ALLOW_OVERLAP TRUE")).isEqualTo("+OK");
        assertThat(client.ask("SEQ.APPEND a 19 29")).startsWith("-ERR range 19-29 overlaps 9-19 of sequence b,");
        assertThat(client.ask("SEQ.APPEND a 19 29 allow_overlap true")).isEqualTo("+OK");
        assertThat(client.ask("INCR counter")).isEqualTo(":1");
    }

    @Test
    void aSequenceIsAdvancedForwardAlone() throws Exception {
        assertThat(client.ask("SEQ.CREATE a ORDERED 1 9 21 29 key_retention FOREVER"))
                .isEqualTo("+OK");

        assertThat(client.ask("SEQ.ADVANCE a 22")).isEqualTo("+OK");
        assertThat(client.ask("INCR a")).isEqualTo(":22");
        assertThat(client.ask("SEQ.ADVANCE a 22"))
                .isEqualTo("-ERR sequence a only goes forward: to=22 was passed, next=23");
    }

    @Test
    void sequencesAreListedByTheirNamesOrWithHowTheyStand() throws Exception {
        assertThat(client.ask("SEQ.CREATE y ORDERED 5 5")).isEqualTo("+OK");

        assertThat(client.ask("SEQ.LIST AFTER x")).isEqualTo("*1");
        assertThat(List.of(client.line(), client.line())).containsExactly("$1", "y");
        assertThat(client.ask("SEQ.LIST WITHSTATE AFTER x")).isEqualTo("*4");
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < 26; i++) {
            fields.add(client.line());
        }
        assertThat(fields)
                .containsSubsequence("sequences", "y", "states", "sequence", "y", "mode", "ordered", "next", ":5")
                .containsSubsequence("remaining", ":1", "pending", ":0");
        assertThat(client.ask("PING")).isEqualTo("+PONG");
    }

    @Test
    void gaplessNumbersAreReservedAndNotIncremented() throws Exception {
        assertThat(client.ask("SEQ.CREATE g GAPLESS 1 9 max_keys 5")).isEqualTo("+OK");

        assertThat(client.ask("INCR g"))
                .isEqualTo("-ERR sequence g is gapless and cannot be incremented: each of its numbers is reserved, then"
                        + " confirmed or cancelled; ask for its next number instead");
        assertThat(client.ask("SEQ.NEXT g")).isEqualTo("*2");
        assertThat(List.of(client.line(), client.line())).containsExactly("*1", ":1");
        String length = client.line();
        String reservation = client.line();
        assertThat(length).isEqualTo("$" + reservation.length());
        assertThat(client.ask("SEQ.CONFIRM g " + reservation)).isEqualTo("+OK");
        assertThat(client.ask("SEQ.CANCEL g " + reservation)).startsWith("-ERR ");
    }

    @Test
    void whatIsPendingIsListedAndSettledByItsNumber() throws Exception {
        assertThat(client.ask("SEQ.CREATE h GAPLESS 1 9 reservation_time 30s at_expiry HOLD"))
                .isEqualTo("+OK");
        client.ask("SEQ.NEXT h KEY order-17");
        for (int i = 0; i < 4; i++) {
            client.line();
        }

        assertThat(client.ask("SEQ.PENDING h")).isEqualTo("*2");
        assertThat(List.of(client.line(), client.line(), client.line())).containsExactly("$12", "reservations", "*1");
        assertThat(client.line()).isEqualTo("*14");
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < 26; i++) {
            fields.add(client.line());
        }
        assertThat(fields)
                .contains("order-17", "127.0.0.1")
                .containsSubsequence(
                        "reservation", "from", "*1", ":1", "to", "*1", ":1", "key", "by", "since_ms", "due_ms");
        assertThat(client.ask("SEQ.VOID h NUMBER 1 REASON spoilt")).isEqualTo("+OK");
        assertThat(client.ask("SEQ.PENDING h")).isEqualTo("*2");
        assertThat(List.of(client.line(), client.line(), client.line())).containsExactly("$12", "reservations", "*0");
        assertThat(client.ask("SEQ.CANCEL h NUMBER 1")).startsWith("-ERR ");
    }

    @Test
    void answersOfAPipelineComeInTheOrderOfItsCommands() throws Exception {
        assertThat(client.ask("SEQ.CREATE p ORDERED 1 1000")).isEqualTo("+OK");
        client.send((RespExchange.array("ID.NEXT") + RespExchange.array("INCR", "p") + RespExchange.array("ECHO", "x"))
                .repeat(20));

        long before = 0;
        for (int i = 1; i <= 20; i++) {
            long id = Long.parseLong(client.line().substring(1));
            assertThat(id).isGreaterThan(before);
            before = id;
            assertThat(client.line()).isEqualTo(":" + i);
            assertThat(List.of(client.line(), client.line())).containsExactly("$1", "x");
        }
    }

    @Test
    void withoutTheOptionThereIsNoFurtherPort(@TempDir Path other) throws Exception {
        folder = other;
        try (Node plain = node(Optional.empty())) {
            plain.start();

            assertThat(plain.redisAddress()).isEmpty();
        }
    }

    private Node node(Optional<RedisSettings> redis) {
        return LoneNode.in(folder, settings -> redis.map(settings::with).orElse(settings));
    }
}
