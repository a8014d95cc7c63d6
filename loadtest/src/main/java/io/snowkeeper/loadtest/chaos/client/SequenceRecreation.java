package io.snowkeeper.loadtest.chaos.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.loadtest.chaos.check.RecreatedLedger;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** A client that deletes a sequence and creates it with another range, again and again. For one thread. */
final class SequenceRecreation implements RestoreGate.Step {

    static final String RECREATED = "recreated";

    private static final int DELETIONS = 20;
    private static final long LIFE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final SequenceCalls calls;
    private final RecreatedLedger ledger;
    private final RestoreGate gate;

    /** @param gate while a restore is being recovered, the sequence stays as it is */
    SequenceRecreation(SequenceCalls calls, RecreatedLedger ledger, RestoreGate gate) {
        this.calls = calls;
        this.ledger = ledger;
        this.gate = gate;
    }

    @Override
    public long run() throws IOException {
        return gate.isServed() && makeAnew() ? LIFE_NANOS : PAUSE_NANOS;
    }

    /**
     * An uncertain state, such as a creation that is there already since its answer was lost, is deleted and tried
     * again.
     */
    private boolean makeAnew() throws IOException {
        if (!delete()) {
            calls.moveOn();
            return false;
        }
        RecreatedLedger.Range range = ledger.nextRange();
        JsonNode created = calls.ask(calls.request("sequence_create", RECREATED)
                .put("mode", "block")
                .put("allow_overlap", true)
                .put("from", range.from())
                .put("to", range.to()));
        if (SequenceCalls.errorCode(created) != 0) {
            calls.moveOn();
            return false;
        }
        ledger.created(range);
        return true;
    }

    /** Returns whether there is none any more. If a block is taken in between, the deletion fails. */
    private boolean delete() throws IOException {
        for (int attempt = 0; attempt < DELETIONS; attempt++) {
            JsonNode state = calls.ask(calls.request("sequence_describe", RECREATED));
            if (SequenceCalls.errorCode(state) != 0) {
                return SequenceCalls.errorCode(state) == ErrorCode.KEY_DOES_NOT_EXIST.number();
            }
            ObjectNode request = calls.request("sequence_delete", RECREATED);
            request.set("next", state.required("next"));
            int code = SequenceCalls.errorCode(calls.ask(request));
            if (code == 0 || code == ErrorCode.KEY_DOES_NOT_EXIST.number()) {
                return true;
            }
            if (code != ErrorCode.PRECONDITION_FAILED.number()) {
                return false;
            }
        }
        return false;
    }
}
