package io.snowkeeper.loadtest.chaos.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.loadtest.chaos.check.SequenceLedger;
import io.snowkeeper.loadtest.chaos.check.Violations;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A client that takes numbers of a block, an ordered and a gapless sequence in turn, and settles the gapless ones. For one thread. */
final class SequenceClient implements RestoreGate.Step {

    static final String BLOCK = "block";
    static final String ORDERED = "ordered";
    static final String GAPLESS = "gapless";

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int ATTEMPTS = 50;

    private final SequenceCalls calls;
    private final Ledgers ledgers;
    private final RestoreGate gate;
    private final Violations violations;
    private final Random random;

    SequenceClient(SequenceCalls calls, Ledgers ledgers, RestoreGate gate, Violations violations, Random random) {
        this.calls = calls;
        this.ledgers = ledgers;
        this.gate = gate;
        this.violations = violations;
        this.random = random;
    }

    @Override
    public long run() throws IOException {
        take(BLOCK, 1 + random.nextInt(50), ledgers.block());
        takeKeyed(1 + random.nextInt(3));
        takeGapless(random.nextInt(10) == 0);
        return PAUSE_NANOS;
    }

    private void take(String sequence, int count, SequenceLedger ledger) throws IOException {
        long asked = System.nanoTime();
        JsonNode answer = calls.ask(calls.request("sequence_next", sequence).put("count", count));
        if (isGiven(answer)) {
            ledger.given(SequenceCalls.numbers(answer), asked, System.nanoTime());
        }
    }

    /** With a key, a call whose answer is lost is repeated at another node, and must be given the same numbers. */
    private void takeKeyed(int count) throws IOException {
        ObjectNode request = calls.request("sequence_next", ORDERED).put("count", count);
        if (random.nextBoolean()) {
            request.put("key", Long.toHexString(random.nextLong()));
        }
        long asked = System.nanoTime();
        JsonNode answer = askUntilClear(request, request.has("key") ? ATTEMPTS : 1);
        if (isGiven(answer)) {
            ledgers.ordered().given(SequenceCalls.numbers(answer), asked, System.nanoTime());
        }
    }

    private void takeGapless(boolean cancel) throws IOException {
        JsonNode answer = calls.ask(calls.request("sequence_next", GAPLESS));
        if (!isGiven(answer)) {
            return;
        }
        long number = SequenceCalls.numbers(answer)[0];
        settle(number, answer.required("reservation").asText(), cancel);
    }

    private void settle(long number, String reservation, boolean cancel) {
        ObjectNode request = calls.request(cancel ? "sequence_cancel" : "sequence_confirm", GAPLESS)
                .put("reservation", reservation);
        try {
            JsonNode answer = askUntilClear(request, ATTEMPTS);
            int code = SequenceCalls.errorCode(answer);
            if (cancel) {
                return;
            }
            if (code == 0) {
                ledgers.gapless().confirmed(number);
            } else if (code == ErrorCode.TEMPORARILY_UNAVAILABLE.number()
                    || code == ErrorCode.KEY_DOES_NOT_EXIST.number()) {
                ledgers.gapless().unclear(number);
            } else if (code != ErrorCode.PRECONDITION_FAILED.number()) {
                violations.add("a confirmation was answered by " + answer);
            }
        } catch (IOException e) {
            if (!cancel) {
                ledgers.gapless().unclear(number);
            }
        }
    }

    /** Repeats until there is an answer other than code 11. */
    private JsonNode askUntilClear(ObjectNode request, int attempts) throws IOException {
        for (int attempt = 1; true; attempt++) {
            try {
                JsonNode answer = calls.ask(request);
                if (attempt >= attempts
                        || SequenceCalls.errorCode(answer) != ErrorCode.TEMPORARILY_UNAVAILABLE.number()) {
                    return answer;
                }
                calls.moveOn();
            } catch (IOException e) {
                if (attempt >= attempts || gate.isGivingUp()) {
                    throw e;
                }
            }
            LockSupport.parkNanos(10 * PAUSE_NANOS);
        }
    }

    private boolean isGiven(JsonNode answer) throws IOException {
        int code = SequenceCalls.errorCode(answer);
        if (code == ErrorCode.TEMPORARILY_UNAVAILABLE.number()) {
            calls.moveOn();
        } else if (code != 0) {
            violations.add("a right request about a sequence was answered by " + answer);
        }
        return code == 0;
    }
}
