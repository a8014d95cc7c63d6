package io.snowkeeper.node.service;

import io.snowkeeper.embedded.id.IdSource;
import io.snowkeeper.node.service.message.PendingAnswer;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import io.snowkeeper.sequences.Sequences;

/** A responder to requests. Thread-safe. */
@FunctionalInterface
public interface Responder {

    /**
     * Begins a request, and never waits: an answer that takes time comes as a {@link PendingAnswer}.
     *
     * @throws RequestRefusedException if it cannot be done; nothing was done then
     */
    Reply begin(Request request);

    /**
     * Does a {@link Request.Generate} if that is possible at once; allocates no object.
     *
     * @return the id, {@link IdSource#NONE} if the request has to be begun, which gives the reason
     */
    default long tryGenerate() {
        return IdSource.NONE;
    }

    /**
     * Takes consecutive numbers of a sequence if that is possible at once; allocates no object.
     *
     * @param by how many, at least 1
     * @return the last of them, {@link Sequences#NONE} if a request has to be begun for them, which gives the reason
     */
    default long tryIncrement(String sequence, int by) {
        return Sequences.NONE;
    }

    /** Returns the last number of a block sequence that was given here, {@link Sequences#NONE} if that is not known. Takes no time. */
    default long lastOfBlocks(String sequence) {
        return Sequences.NONE;
    }
}
