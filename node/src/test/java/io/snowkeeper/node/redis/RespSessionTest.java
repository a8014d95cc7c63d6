package io.snowkeeper.node.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.core.sortable.SortableKind;
import io.snowkeeper.core.text.SortableIdFormat;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.SequenceRequest;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.SettleRequest;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.testkit.log.LogCapture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RespSessionTest {

    private static final String TOKEN = "0123456789abcdef";

    private final RespExchange client = new RespExchange();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "PING | +PONG;",
                "PING hello | $5;hello;",
                "PING a b | -ERR wrong number of arguments for 'ping' command;",
                "ECHO hi | $2;hi;",
                "ECHO | -ERR wrong number of arguments for 'echo' command;",
                "SELECT 0 | +OK;",
                "SELECT 1 | \"-ERR DB index is out of range. There is one database, 0: distinguish sequences by their names, as in INCR 2:orders;\"",
                "EXISTS b | :1;",
                "EXISTS none | :0;",
                "TTL b | :-1;",
                "PTTL none | :-2;",
                "SET b 0 NX | $-1;",
                "SET b 5 nx | $-1;",
                "SETNX b 5 | :0;",
                "SET none 0 NX | -ERR there is no such thing;",
                "SETNX none 0 | -ERR there is no such thing;",
                "ROLE | *3;$6;master;:0;*0;",
                "SELECT x | -ERR value is not an integer or out of range;",
                "HELLO 4 | -NOPROTO unsupported protocol version;",
                "HELLO x | -ERR Protocol version is not an integer or out of range;",
                "HELLO 3 FOO | -ERR Syntax error in HELLO option 'FOO';",
                "CLIENT ID | :7;",
                "CLIENT GETNAME | $-1;",
                "CLIENT SETNAME | \"-ERR wrong number of arguments for 'client|setname' command;\"",
                "CLIENT SETINFO LIB-NAME redis-py | +OK;",
                "CLIENT NO-EVICT ON | +OK;",
                "COMMAND COUNT | :35;",
                "ID.NEXT | :1000;",
                "ID.NEXT AS STRING | $4;1000;",
                "ID.NEXT COUNT 2 | *2;:1000;:1001;",
                "ID.NEXT COUNT 2 AS STRING | *2;$4;1000;$4;1001;",
                "ID.NEXT COUNT 0 | -ERR count must be an integer from 1 to 100000: count=0;",
                "ID.NEXT COUNT | -ERR syntax error: COUNT needs a value;",
                "ID.NEXT FOO 1 | -ERR syntax error: the options are COUNT, SORTABLE, AS, AFTER, FORM and PREFIX: option=FOO;",
                "ID.NEXT AS WORD | -ERR AS must be STRING, INT or UUID: AS=WORD;",
                "ID.NEXT SORTABLE second AFTER 5 | \"-ERR AFTER and FORM are for ids of 64 bits: leave them out, or SORTABLE and AS UUID;\"",
                "ID.NEXT AS UUID AFTER 5 | \"-ERR AFTER and FORM are for ids of 64 bits: leave them out, or SORTABLE and AS UUID;\"",
                "ID.NEXT SORTABLE second AS UUID | \"-ERR a UUID has its own time, in milliseconds: leave SORTABLE out;\"",
                "ID.NEXT SORTABLE second AS INT | -ERR sortable ids have 128 bits and are strings: leave AS INT out;",
                "INCR b | :1;",
                "INCRBY b 5 | :5;",
                "INCRBY b x | -ERR value is not an integer or out of range;",
                "INCRBY b 0 | -ERR a sequence is incremented by 1 to 10000: GET returns its last number, and none is taken back;",
                "INCRBY b 10001 | -ERR count must be an integer from 1 to 10000: count=10001;",
                "INCR none | -ERR there is no sequence of this name: sequence=none;",
                "SEQ.NEXT b COUNT 2 | *2;*2;:1;:2;$-1;",
                "SEQ.CREATE s BLOCK 1 2 size 3 | -ERR syntax error: the options are min_block, max_block, reservation_time, at_expiry, max_pending, key_retention, max_keys, format, ledger_retention, step, period, zone, allow_overlap: option=size;",
                "SEQ.CREATE s BLOCK 1 2 5 | -ERR syntax error: a range has two numbers, from and to: from=5;",
                "SEQ.CREATE s BLOCK 1 x | -ERR to must be an integer of 64 bits, as a number or a decimal string: to=x;",
                "SEQ.APPEND s 1 2 5 | -ERR syntax error: a range has two numbers, from and to: from=5;",
                "SEQ.APPEND s 1 2 6 5 | -ERR a range's last number must be >= its first: from=6, to=5;",
                "SEQ.ADVANCE s x | -ERR to must be an integer of 64 bits, as a number or a decimal string: to=x;",
                "SEQ.CONFIRM g NUMBER | -ERR syntax error: NUMBER needs a value;",
                "SEQ.CONFIRM g NUMBER x | -ERR number must be an integer of 64 bits, as a number or a decimal string: number=x;",
                "SEQ.CONFIRM g r x | -ERR syntax error: after the reservation there is nothing, after NUMBER n PERIOD p: option=x;",
                "SEQ.VOID g NUMBER 5 | -ERR reason must be a string of 1 to 256 characters: reason is missing;",
                "SEQ.VOID g NUMBER 5 WHY not | -ERR syntax error: the options are REASON, and PERIOD after NUMBER n: option=WHY;",
                "SEQ.CREATE s BLOCK 1 9 FORMAT R{n:0x} | -ERR the number's digits are given by 1 to 19 zeros, as in {n:0000}: {n:0x};",
                "SEQ.CREATE s BLOCK 1 9 PERIOD Week ZONE UTC | -ERR period must be year, quarter, month or day: period=week;",
                "SEQ.CONFIRM g NUMBER 5 PERIOD x | \"-ERR a period is written 2026, 2026-Q4, 2026-11 or 2026-11-25: \"\"x\"\";\"",
                "SEQ.PENDING g LIMIT 0 | -ERR limit must be an integer from 1 to 1000: limit=0;",
                "SEQ.PENDING g FOO 1 | -ERR syntax error: the options are AFTER and LIMIT: option=FOO;",
                "RESET | +RESET;",
                "QUIT | +OK;",
            })
    void aCommandHasAnAnswer(String command, String answer) {
        assertThat(client.ask(command)).isEqualTo(answer.replace(";", "\r\n"));
    }

    @Test
    void anIdIsAskedForAfterAnother() {
        client.ask("ID.NEXT AFTER 17");

        assertThat(client.node.requests).containsExactly(new Request.Generate(IdFormat.NUMBER, OptionalLong.of(17)));
    }

    @Test
    void uuidsAreAskedForByTheirForm() {
        client.ask("ID.NEXT COUNT 2 AS UUID");

        assertThat(client.node.requests)
                .containsExactly(new Request.GenerateSortable(SortableKind.UUID_V7, 2, SortableIdFormat.UUID));
    }

    @Test
    void anUnknownCommandIsToldWhatThereIs() {
        assertThat(client.ask("LPUSH a b"))
                .isEqualTo(
                        "-ERR unknown command 'LPUSH', with args beginning with: 'a' 'b' ; there are ID.NEXT ID.DECODE INCR"
                                + " INCRBY GET SEQ.NEXT SEQ.CONFIRM SEQ.CANCEL SEQ.VOID SEQ.PENDING SEQ.PARSE EXISTS TTL PTTL"
                                + " SET SETNX SEQ.DESCRIBE SEQ.CREATE SEQ.APPEND SEQ.ADVANCE SEQ.LIST PING ECHO"
                                + " HELLO AUTH SELECT CLIENT COMMAND INFO ROLE RESET QUIT MULTI EXEC DISCARD\r\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "EXPIRE b 5 | SEQ.CREATE name BLOCK 1 n PERIOD day",
                "DEL b | snowkeeper sequence delete NAME",
                "GETSET b 5 | SEQ.ADVANCE name n",
                "DECR b | INCR and INCRBY count forward",
                "INCRBYFLOAT b 1.5 | INCRBY name n",
                "HINCRBY b field 1 | INCR name:field",
                "WATCH b | there is nothing to watch",
                "EVAL script 1 b | RAtomicLong counts",
                "CLUSTER SLOTS | connect as to one, without cluster",
                "SCAN 0 | SEQ.LIST lists the names",
                "MGET b c | send several in a pipeline",
            })
    void aCommandThatIsSentAroundCountingIsToldTheOtherWay(String command, String way) {
        assertThat(client.ask(command))
                .startsWith("-ERR " + command.split(" ")[0] + " is not a command here: ")
                .contains(way);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SET b 0", "SET b 0 XX", "SET b 0 EX 5", "SET b 0 NX EX 5"})
    void aSequenceIsNotSet(String command) {
        assertThat(client.ask(command))
                .isEqualTo(
                        "-ERR a sequence is not set: SET name n NX leaves an existing one as it is, SEQ.ADVANCE name n makes n the next number, forward only, and SEQ.CREATE creates one\r\n");
    }

    /** As libraries do before the first increment, which begins at 1. */
    @Test
    void whereAnIncrementCreatesASequenceItIsAtZeroBefore() {
        RespExchange creating = new RespExchange(Peer.ELSEWHERE, Optional.empty(), true);

        assertThat(creating.ask("SET none 0 NX")).isEqualTo("$-1\r\n");
        assertThat(creating.ask("SETNX none 0")).isEqualTo(":0\r\n");
        assertThat(creating.ask("SET none 5 NX")).isEqualTo("-ERR there is no such thing\r\n");
        assertThat(creating.ask("EXISTS none")).isEqualTo(":0\r\n");
    }

    @Test
    void aKeyThatIsNoTextIsRefused() {
        // Both of one length: with replacement characters, they would be one key, and get one number.
        for (String key : List.of("\u00ff\u0001", "\u00fe\u0002")) {
            assertThat(client.send(RespExchange.array("SEQ.NEXT", "b", "KEY", key)))
                    .isEqualTo("-ERR KEY must be UTF-8; send other bytes in hexadecimal digits or Base64\r\n");
        }
        assertThat(client.node.requests).isEmpty();

        client.send(RespExchange.array("SEQ.NEXT", "b", "KEY", "\u00c3\u00a4"));
        assertThat(((SequenceRequest.Next) client.node.requests.get(0))
                        .request()
                        .key())
                .contains("\u00e4");
    }

    /** Spring's RedisTemplate sends such keys if it is made without serializers. */
    @Test
    void aKeyThatIsASerializedObjectIsToldWhatSendsNames() {
        assertThat(client.send(RespExchange.array("INCR", "\u00ac\u00ed\u0000\u0005t\u0000\u0003cnt")))
                .startsWith("-ERR a sequence's name is text, ")
                .contains("use StringRedisTemplate");
    }

    @Test
    void whoAsksIsToldWithWhatIsReservedOrSettled() {
        client.ask("SEQ.NEXT b");
        client.ask("SEQ.CONFIRM g r-1");
        client.ask("SEQ.CANCEL g NUMBER 5");
        client.send(RespExchange.array("SEQ.VOID", "g", "NUMBER", "5", "REASON", "printed twice"));

        assertThat(client.node.requests)
                .containsExactly(
                        new SequenceRequest.Next(NextRequest.of("b").by("192.0.2.7"), IdFormat.NUMBER),
                        new SequenceRequest.Settle(
                                SettleRequest.of("g", "r-1", Settlement.CONFIRM).by("192.0.2.7")),
                        byNumber(Settlement.CANCEL, Optional.empty()),
                        byNumber(Settlement.VOID, Optional.of("printed twice")));
    }

    @Test
    void severalRangesAreGivenBeforeTheOptions() {
        client.ask("SEQ.CREATE s ORDERED 1 9 21 29 11 19 max_keys 5");
        client.ask("SEQ.APPEND s 41 49 31 39 ALLOW_OVERLAP TRUE");

        List<NumberRange> ranges = List.of(new NumberRange(1, 9), new NumberRange(21, 29), new NumberRange(11, 19));
        assertThat(client.node.requests)
                .containsExactly(
                        new SequenceRequest.Create(
                                new SequenceDefinition(
                                        "s", SequenceMode.ORDERED, ranges, SequenceOptions.DEFAULT.withMaxKeys(5)),
                                Overlap.REFUSED,
                                List.of("max_keys=5")),
                        new SequenceRequest.Append(
                                "s", List.of(new NumberRange(41, 49), new NumberRange(31, 39)), Overlap.ALLOWED));
    }

    private static SequenceRequest.Settle byNumber(Settlement settlement, Optional<String> reason) {
        return new SequenceRequest.Settle(new SettleRequest(
                "g", Optional.empty(), OptionalLong.of(5), settlement, Optional.of("192.0.2.7"), reason));
    }

    @Test
    void whatAConnectionKeepsOfNamesIsLimited() {
        String longest = "a".repeat(256);
        for (String command : List.of("CLIENT SETNAME ", "CLIENT SETINFO LIB-NAME ", "CLIENT SETINFO LIB-VER ")) {
            assertThat(client.ask(command + longest)).isEqualTo("+OK\r\n");
            assertThat(client.ask(command + longest + "a"))
                    .isEqualTo("-ERR Client names cannot have more than 256 characters.\r\n");
        }
        assertThat(client.ask("HELLO 3 SETNAME " + longest + "a"))
                .isEqualTo("-ERR Client names cannot have more than 256 characters.\r\n");
    }

    /** The bytes of its 8.1, which goes on without notifications where they are refused, and then counts by a transaction. */
    @Test
    void redisPyIsGreetedAsItExpects() {
        assertThat(client.send(RespExchange.array("HELLO", "3"))).startsWith("%7\r\n$6\r\nserver\r\n");
        assertThat(client.ask("CLIENT MAINT_NOTIFICATIONS ON moving-endpoint-type internal-fqdn"))
                .isEqualTo(
                        "-ERR unknown subcommand 'MAINT_NOTIFICATIONS'. Try CLIENT ID, GETNAME, SETNAME, SETINFO, INFO,"
                                + " LIST, NO-EVICT or NO-TOUCH.\r\n");
        assertThat(client.ask("CLIENT SETINFO LIB-NAME redis-py")).isEqualTo("+OK\r\n");
        assertThat(client.ask("CLIENT SETINFO LIB-VER 8.1.0")).isEqualTo("+OK\r\n");
        assertThat(client.send(RespExchange.array("MULTI")
                        + RespExchange.array("INCRBY", "b", "1")
                        + RespExchange.array("EXEC")))
                .isEqualTo("+OK\r\n+QUEUED\r\n*1\r\n:1\r\n");
    }

    @Test
    void resp3HasMapsAndNull() {
        assertThat(client.ask("HELLO 3 SETNAME me"))
                .isEqualTo(
                        ("%7;$6;server;$10;snowkeeper;$7;version;$5;7.0.0;$5;proto;:3;$2;id;:7;$4;mode;$10;standalone;"
                                        + "$4;role;$6;master;$7;modules;*0;")
                                .replace(";", "\r\n"));
        assertThat(client.ask("CLIENT GETNAME")).isEqualTo("$2\r\nme\r\n");
        assertThat(client.ask("SEQ.NEXT b")).isEqualTo("*2\r\n*1\r\n:1\r\n_\r\n");
        assertThat(client.ask("RESET")).isEqualTo("+RESET\r\n");
        assertThat(client.ask("CLIENT GETNAME")).isEqualTo("$-1\r\n");
    }

    @Test
    void answersComeInTheOrderOfTheCommandsThoughOneHasToWait() {
        String before = client.send(RespExchange.array("ID.NEXT")
                + RespExchange.array("INCR", "slow")
                + RespExchange.array("ID.NEXT")
                + RespExchange.array("PING"));
        assertThat(before).isEqualTo(":1000\r\n");

        client.node
                .awaited
                .get(0)
                .complete(
                        FakeNode.granted((SequenceRequest.Next) client.node.requests.get(0), new NumberRange(41, 41)));
        assertThat(client.answers()).isEqualTo(":41\r\n:1001\r\n+PONG\r\n");
    }

    @Test
    void manyIdsAreWrittenPieceByPiece() {
        String answer = client.ask("ID.NEXT COUNT 5000");

        assertThat(answer).startsWith("*5000\r\n:1000\r\n").endsWith(":5999\r\n");
        assertThat(answer.lines()).hasSize(5001).doesNotHaveDuplicates();
    }

    @Test
    void aNodeThatDrainsAnswersByAnErrorOnWhichClientsTurnElsewhere() {
        client.node.draining = true;

        assertThat(client.ask("ID.NEXT")).isEqualTo("-LOADING draining: ask another one\r\n");
        assertThat(client.ask("INCR b")).isEqualTo("-LOADING draining: ask another one\r\n");
        assertThat(client.ask("PING")).isEqualTo("+PONG\r\n");
    }

    @Test
    void whatIsAnsweredIsCountedByItsKind() {
        client.send(RespExchange.array("ID.NEXT").repeat(3)
                + RespExchange.array("INCR", "b").repeat(2)
                + RespExchange.array("PING")
                + RespExchange.array("ECHO", "a")
                + RespExchange.array("INCR", "none"));
        client.session.countAnswered(10);

        assertThat(client.tally.answered(Request.Kind.GENERATE)).isEqualTo(3);
        assertThat(client.tally.ids()).isEqualTo(3);
        assertThat(client.tally.answered(Request.Kind.SEQUENCE_NEXT)).isEqualTo(2);
        assertThat(client.tally.answered(Request.Kind.CONNECTION)).isEqualTo(2);
        assertThat(client.tally.refused(Request.Kind.SEQUENCE_NEXT, ErrorCode.KEY_DOES_NOT_EXIST))
                .isEqualTo(1);
    }

    @Test
    void withoutATokenSequencesAreMadeFromThisMachineAlone() {
        RespExchange elsewhere = new RespExchange(Peer.ELSEWHERE, Optional.empty(), false);

        assertThat(elsewhere.ask("SEQ.CREATE s BLOCK 1 9"))
                .isEqualTo(
                        "-NOPERM without --admin-token-file, this command is for clients on the node's own machine: send it"
                                + " from there, or give the node a token\r\n");
        assertThat(elsewhere.node.requests).isEmpty();
        assertThat(elsewhere.ask("AUTH x"))
                .isEqualTo(
                        "-ERR AUTH <password> called without any password configured for the default user. Are you sure"
                                + " your configuration is correct?\r\n");
        assertThat(elsewhere.ask("AUTH default x")).isEqualTo("+OK\r\n");
        assertThat(elsewhere.ask("SEQ.CREATE s BLOCK 1 9")).startsWith("-NOPERM ");
    }

    @Test
    void aTokenIsShownOnceForTheConnection(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), TOKEN);
        RespExchange guarded = new RespExchange(Peer.THIS_MACHINE, Optional.of(AdminToken.watch(file)), false);

        assertThat(guarded.ask("SEQ.APPEND s 1 9"))
                .isEqualTo("-NOAUTH this command needs the node's token: send AUTH first\r\n");
        assertThat(guarded.ask("AUTH wrong"))
                .isEqualTo("-WRONGPASS invalid username-password pair or user is disabled.\r\n");
        assertThat(guarded.ask("AUTH other " + TOKEN)).startsWith("-WRONGPASS ");
        assertThat(guarded.ask("INCR b")).isEqualTo(":1\r\n");
        assertThat(guarded.ask("HELLO 3 AUTH default " + TOKEN)).startsWith("%7\r\n");
        assertThat(guarded.ask("SEQ.APPEND s 1 9")).isEqualTo("-ERR there is no such thing\r\n");
        assertThat(guarded.node.requests).hasSize(1);
    }

    @Test
    void anUnknownNameIsCreatedOnlyIfTheOperatorSaysSo() {
        client.ask("INCR none");
        RespExchange creating = new RespExchange(Peer.ELSEWHERE, Optional.empty(), true);
        creating.ask("INCR none");

        assertThat(((SequenceRequest.Next) client.node.requests.get(0)).ifUnknown())
                .isEmpty();
        assertThat(((SequenceRequest.Next) creating.node.requests.get(0))
                        .ifUnknown()
                        .orElseThrow()
                        .definition()
                        .ranges())
                .containsExactly(new NumberRange(1, Long.MAX_VALUE));
        assertThat(client.ask("GET none")).isEqualTo("-ERR there is no such thing\r\n");
        assertThat(creating.ask("GET none")).isEqualTo("$-1\r\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'GET / HTTP/1.1\r\n' | HTTP; the node answers that on its HTTP port",
                "'{\"body\":{}}\n' | the line protocol; the node answers that on the port of --port",
                "'\u0016\u0003\u0001' | TLS",
            })
    void whoSpeaksAnotherProtocolIsToldWhatPortThisIs(String bytes, String protocol) {
        assertThat(client.send(bytes))
                .isEqualTo("-ERR this port speaks Redis' protocol (RESP), and not " + protocol
                        + "; the connection is closed\r\n");
        assertThat(client.session.hasEnded()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*x | invalid multibulk length",
                "*1025 | invalid multibulk length",
                "*99999999999999999999 | invalid multibulk length",
                "*1;PING | expected '$', got 'P'",
                "*1;$-1 | invalid bulk length",
                "*1;$x | invalid bulk length",
                "*1;$65537 | invalid bulk length",
                "*2;$40000;@;$40000 | command must have at most 65536 bytes",
                "*1;$4;PINGxx; | expected CRLF after a bulk string",
                "*11111111111111111111111111 | too big mbulk count string",
                "PING \" | unbalanced quotes in request",
                "#PING | command must have at most 1024 words",
            })
    void whatIsNoCommandEndsTheConnection(String bytes, String error) {
        String sent = bytes.replace("@", "a".repeat(40_000))
                        .replace("#", "COMMAND INFO ".repeat(512))
                        .replace(";", "\r\n")
                + "\r\n";

        assertThat(client.send(sent)).isEqualTo("-ERR Protocol error: " + error + "\r\n");
        assertThat(client.session.hasEnded()).isTrue();
        assertThat(client.send(RespExchange.array("PING"))).isEmpty();
    }

    @Test
    void aLineThatNeverEndsIsRefused() {
        assertThat(client.send("a".repeat(65_537))).isEqualTo("-ERR Protocol error: too big inline request\r\n");
    }

    @Test
    void theEndOfInputWithinACommandEndsWithoutAWord() {
        assertThat(client.send("*1\r\n$4\r\nPI")).isEmpty();
        assertThat(client.end()).isEmpty();
        assertThat(client.session.hasEnded()).isTrue();
    }

    @Test
    void wordsOfALineMayBeQuoted() {
        assertThat(client.send("ECHO \"a\\x41\\n\\\"b\"\r\n\r\n  echo 'it\\'s' \n"))
                .isEqualTo("$6\r\naA\n\"b\r\n$4\r\nit's\r\n".replace("$6", "$5"));
    }

    @Test
    void aDefectIsLoggedOnceHoweverOftenItIsCaused() {
        RespExchange client = new RespExchange();
        try (LogCapture log = LogCapture.ofOurs()) {
            for (int i = 0; i < 10; i++) {
                assertThat(client.ask("SEQ.NEXT defect-again"))
                        .isEqualTo("-ERR internal error; see the node's log\r\n");
            }

            assertThat(log.defects()).containsExactly("A request could not be answered; this is a defect");
        }
    }
}
