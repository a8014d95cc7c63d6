package io.snowkeeper.loadtest.chaos.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.loadtest.chaos.check.RecreatedLedger;
import io.snowkeeper.loadtest.chaos.check.Violations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A client that takes numbers of a sequence, which is recreated meanwhile, by keys, some of which it uses again. For one thread. */
final class RecreatedSequenceClient implements RestoreGate.Step {

    private static final int KEYS_KEPT = 20;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final SequenceCalls calls;
    private final RecreatedLedger ledger;
    private final Violations violations;
    private final Random random;
    private final List<String> keys = new ArrayList<>();

    RecreatedSequenceClient(SequenceCalls calls, RecreatedLedger ledger, Violations violations, Random random) {
        this.calls = calls;
        this.ledger = ledger;
        this.violations = violations;
        this.random = random;
    }

    @Override
    public long run() throws IOException {
        ask(nextKey());
        return PAUSE_NANOS;
    }

    /** A call without an answer is one of those whose key is asked for again. */
    private String nextKey() {
        if (keys.size() == KEYS_KEPT) {
            return random.nextBoolean() ? keys.get(random.nextInt(KEYS_KEPT)) : keys.remove(0);
        }
        String key = Long.toHexString(random.nextLong());
        keys.add(key);
        return key;
    }

    private void ask(String key) throws IOException {
        Set<Long> gone = ledger.asked();
        JsonNode answer = calls.ask(
                calls.request("sequence_next", SequenceRecreation.RECREATED).put("key", key));
        int code = SequenceCalls.errorCode(answer);
        if (code == 0) {
            ledger.given(key, SequenceCalls.numbers(answer)[0], gone);
        } else if (code == ErrorCode.TEMPORARILY_UNAVAILABLE.number()) {
            calls.moveOn();
        } else if (code != ErrorCode.KEY_DOES_NOT_EXIST.number()) {
            violations.add("a right request about a sequence was answered by " + answer);
        }
    }
}
