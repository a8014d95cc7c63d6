package io.snowkeeper.node.service;

/** The node holds no worker id, so that it cannot issue ids now. The message says why. */
public final class NoWorkerIdException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoWorkerIdException(String reason) {
        super("no worker id: " + reason);
    }
}
