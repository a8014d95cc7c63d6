package io.snowkeeper.client;

import static io.snowkeeper.client.FakeServer.WRONG;

import io.snowkeeper.client.FakeServer.Asked;
import io.snowkeeper.client.FakeServer.Script;

/** A server's misbehaviour, and the error of a client on simulated time, as in {@link RuntimeInHand}. */
enum Misbehaviour {
    NO_ANSWER(asked -> {}, "no answer within 600000 ms"),
    HALF_A_LINE_THEN_NOTHING(
            asked -> asked.raw("{\"src\": \"n1\", \"dest\": \"" + asked.src()), "no answer within 600000 ms"),
    HALF_A_LINE_THEN_THE_END(
            asked -> {
                // Without the last digits of the id it would be another id.
                asked.raw("{\"src\": \"n1\", \"dest\": \"" + asked.src() + "\", \"body\": {\"id\": " + WRONG);
                asked.hangUp();
            },
            "it closed the connection without an answer"),
    A_WHOLE_ANSWER_WITHOUT_ITS_LINE_END(
            asked -> {
                asked.raw(asked.answer("generate_ok", "\"id\": " + WRONG, asked.src(), asked.msgId()));
                asked.hangUp();
            },
            "it closed the connection without an answer"),
    GARBAGE(
            asked -> asked.raw("HTTP/1.1 400 Bad Request\r\n\r\n"),
            "not the answer that was due: it is not JSON near byte 0: HTTP/1.1 400 Bad Request?"),
    BYTES_WITHOUT_END(
            asked -> {
                while (!asked.socket().isClosed()) {
                    asked.raw("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx".repeat(1000));
                }
            },
            "not the answer that was due: it is longer than the 65559 bytes that the answer may have"),
    ANSWER_OF_ANOTHER_MESSAGE(
            asked -> asked.raw(asked.answer("generate_ok", "\"id\": " + WRONG, asked.src(), asked.msgId() + 1) + "\n"),
            "in_reply_to must be "),
    ANSWER_OF_ANOTHER_CLIENT(
            asked -> asked.raw(asked.answer("generate_ok", "\"id\": " + WRONG, "client-0", asked.msgId()) + "\n"),
            "not the answer that was due: dest must be client-"),
    ANSWER_OF_ANOTHER_TYPE(
            asked -> asked.raw(
                    asked.answer("generate_batch_ok", "\"ids\": [" + WRONG + "]", asked.src(), asked.msgId()) + "\n"),
            "not the answer that was due: type must be generate_ok: type=generate_batch_ok"),
    ID_AS_A_FRACTION(
            asked -> asked.ok("\"id\": 9e18"), "not the answer that was due: generate_ok must have id as Long"),
    ID_BEYOND_64_BITS(
            asked -> asked.ok("\"id\": 19000000000000000000"),
            "not the answer that was due: generate_ok must have id as Long"),
    NEGATIVE_ID(asked -> asked.ok("\"id\": -7"), "not the answer that was due: ids must rise: -7 comes after -1"),
    TWO_IDS(asked -> asked.ok("\"id\": " + WRONG + ", \"id\": 7"), "not the answer that was due: id comes twice"),
    TEMPORARILY_UNAVAILABLE(asked -> asked.error(11, "no worker id yet"), "error 11: no worker id yet"),
    HANGS_UP(Asked::hangUp, "it closed the connection without an answer");

    private final Script script;
    private final String problem;

    Misbehaviour(Script script, String problem) {
        this.script = script;
        this.problem = problem;
    }

    Script script() {
        return script;
    }

    String problem() {
        return problem;
    }

    /** Returns whether a client that was answered so waits for more. */
    boolean isAwaited() {
        return this == NO_ANSWER || this == HALF_A_LINE_THEN_NOTHING;
    }
}
