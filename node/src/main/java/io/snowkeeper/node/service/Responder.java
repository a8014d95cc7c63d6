package io.snowkeeper.node.service;

/** Answers requests. Thread-safe. */
@FunctionalInterface
public interface Responder {

    /**
     * Does what is asked for, and returns when it is done.
     *
     * @throws RequestRefusedException if it cannot be done; nothing was done then
     */
    Answer answer(Request request);
}
