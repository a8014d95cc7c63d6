package io.snowkeeper.sequences;

import io.snowkeeper.core.sequence.SequenceName;
import java.util.OptionalLong;

/**
 * A request to delete a sequence, if it still is where the caller believes it to be.
 *
 * @param sequence the sequence's name
 * @param next its next number as in {@link Sequences#describe}
 * @param discardsLedger whether a ledger that was not released to the end is deleted, too; else the sequence is deleted
 *     only if it was, or if no number was ever taken
 */
public record DeleteRequest(String sequence, OptionalLong next, boolean discardsLedger) {

    public DeleteRequest {
        SequenceName.require(sequence);
    }
}
