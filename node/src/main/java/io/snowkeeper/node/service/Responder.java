package io.snowkeeper.node.service;

import io.snowkeeper.node.service.id.IdSource;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.PendingAnswer;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;

/** A responder to requests. Thread-safe. */
@FunctionalInterface
public interface Responder {

    /**
     * Does what is asked for, and returns when it is done.
     *
     * @throws RequestRefusedException if it cannot be done; nothing was done then
     */
    Answer answer(Request request);

    /**
     * As {@link #answer}, but never waits: what takes its time comes as a {@link PendingAnswer}. A responder that is done
     * at once need not implement it.
     *
     * @throws RequestRefusedException if it cannot be done; nothing was done then
     */
    default Reply begin(Request request) {
        return answer(request);
    }

    /**
     * Does a {@link Request.Generate} if that is possible at once, without an object to be collected as garbage.
     *
     * @return the id, {@link IdSource#NONE} if the request has to be begun, which tells why
     */
    default long tryGenerate() {
        return IdSource.NONE;
    }
}
