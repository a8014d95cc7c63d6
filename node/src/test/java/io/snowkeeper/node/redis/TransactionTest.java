package io.snowkeeper.node.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.SequenceRequest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands between {@code MULTI} and {@code EXEC} are executed as a whole, or not at all. */
class TransactionTest {

    private final RespExchange client = new RespExchange();

    /** Sends commands together, and returns their answers. */
    private String ask(String... commands) {
        return client.send(Stream.of(commands)
                        .map(command -> RespExchange.array(command.split(" ")))
                        .collect(Collectors.joining()))
                .replace("\r\n", ";");
    }

    @Test
    void commandsAreDoneAtItsEndAndAnsweredTogether() {
        assertThat(ask("MULTI", "INCR b", "ID.NEXT", "SEQ.NEXT b COUNT 2", "GET b", "PING", "EXEC"))
                .isEqualTo("+OK;+QUEUED;+QUEUED;+QUEUED;+QUEUED;+QUEUED;*5;:1;:1000;*2;*2;:2;:3;$-1;$1;3;+PONG;");
        assertThat(ask("INCR b")).isEqualTo(":4;");
    }

    @Test
    void anEmptyOneHasAnEmptyAnswer() {
        assertThat(ask("MULTI", "EXEC", "INCR b")).isEqualTo("+OK;*0;:1;");
    }

    @Test
    void beforeItsEndNothingIsTaken() {
        assertThat(ask("MULTI", "INCR b", "SEQ.NEXT b", "DISCARD", "INCR b")).isEqualTo("+OK;+QUEUED;+QUEUED;+OK;:1;");
        assertThat(client.node.requests).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "EXPIRE b 86400",
                "WATCH b",
                "NONSENSE",
                "INCRBY b",
                "AUTH token",
                "HELLO 3",
                "DISCARD x",
                "EXEC x"
            })
    void whereACommandIsRefusedNoneIsDone(String refused) {
        String answers = ask("MULTI", "INCR b", refused, "INCR b", "EXEC", "INCR b");

        assertThat(answers)
                .startsWith("+OK;+QUEUED;-ERR ")
                .contains(";+QUEUED;-EXECABORT Transaction discarded because of previous errors. The first: ")
                .endsWith(";:1;");
        assertThat(client.node.requests).isEmpty();
    }

    @Test
    void whatFailsWhenItIsDoneFailsAlone() {
        assertThat(ask("MULTI", "INCR b", "INCR none", "INCR b", "EXEC"))
                .isEqualTo(
                        "+OK;+QUEUED;+QUEUED;+QUEUED;*3;:1;-ERR there is no sequence of this name: sequence=none;:2;");
    }

    @Test
    void aCommandThatHasToWaitHoldsUpWhatIsBehindIt() {
        assertThat(ask("MULTI", "INCR b", "INCR slow", "INCR b", "EXEC", "PING"))
                .isEqualTo("+OK;+QUEUED;+QUEUED;+QUEUED;*3;:1;");
        assertThat(client.session.isBusy()).isTrue();

        answerSlow(41);
        assertThat(client.answers()).isEqualTo(":41\r\n:2\r\n+PONG\r\n");
        assertThat(client.session.isBusy()).isFalse();
    }

    /** Like a draining node: a client with a part of the answer would wait for the rest. */
    @Test
    void oneThatIsUnderWayIsAnsweredToItsEndThoughTheSessionEnds() {
        ask("MULTI", "INCR slow", "INCR b", "INCR b", "EXEC", "PING");

        client.session.end();
        answerSlow(41);

        assertThat(client.answers()).isEqualTo(":41\r\n:1\r\n:2\r\n");
    }

    private void answerSlow(long number) {
        client.node
                .awaited
                .get(0)
                .complete(FakeNode.granted(
                        (SequenceRequest.Next) client.node.requests.stream()
                                .filter(request -> request.sequence().startsWith("slow"))
                                .findFirst()
                                .orElseThrow(),
                        new NumberRange(number, number)));
    }

    @Test
    void anotherOneWithinIsAnErrorThatLeavesTheFirst() {
        assertThat(ask("MULTI", "MULTI", "INCR b", "EXEC"))
                .isEqualTo("+OK;-ERR MULTI calls can not be nested;+QUEUED;*1;:1;");
    }

    @Test
    void withoutABeginningThereIsNoEnd() {
        assertThat(ask("EXEC", "DISCARD")).isEqualTo("-ERR EXEC without MULTI;-ERR DISCARD without MULTI;");
    }

    @Test
    void aResetForgetsIt() {
        assertThat(ask("MULTI", "INCR b", "RESET", "INCR b")).isEqualTo("+OK;+QUEUED;+RESET;:1;");
    }

    @Test
    void whoQuitsGetsNothingDone() {
        assertThat(ask("MULTI", "INCR b", "QUIT")).isEqualTo("+OK;+QUEUED;+OK;");
        assertThat(client.node.requests).isEmpty();
    }

    @Test
    void itIsLimitedInCommands() {
        client.ask("MULTI");
        String command = RespExchange.array("INCR", "b");
        assertThat(client.send(command.repeat(1024)).lines()).hasSize(1024).containsOnly("+QUEUED");

        assertThat(client.send(command)).startsWith("-ERR a transaction must have at most 1024 commands, ");
        assertThat(client.ask("EXEC")).startsWith("-EXECABORT ");
    }

    @Test
    void itIsLimitedInMemoryWhichIsHeldUntilItsEnd() {
        client.ask("MULTI");
        String command = RespExchange.array("ECHO", "x".repeat(60_000));
        assertThat(client.send(command.repeat(4)).lines()).hasSize(4).containsOnly("+QUEUED");
        assertThat(client.session.held()).isGreaterThan(240_000);

        assertThat(client.send(command)).startsWith("-ERR a transaction must have at most 1024 commands, ");
        assertThat(client.session.held()).isLessThan(1000);
        client.ask("DISCARD");
        assertThat(client.session.held()).isZero();
    }

    @Test
    void itsCommandsAreCountedWhenTheyAreDone() {
        ask("MULTI", "ID.NEXT", "INCR b", "INCR none", "EXEC");
        client.session.countAnswered(10);

        assertThat(client.tally.answered(Request.Kind.GENERATE)).isEqualTo(1);
        assertThat(client.tally.answered(Request.Kind.SEQUENCE_NEXT)).isEqualTo(1);
        assertThat(client.tally.refused(Request.Kind.SEQUENCE_NEXT, ErrorCode.KEY_DOES_NOT_EXIST))
                .isEqualTo(1);
        assertThat(client.tally.answered(Request.Kind.CONNECTION)).isEqualTo(5);
    }
}
