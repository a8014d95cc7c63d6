package io.snowkeeper.coordinator.store;

import java.io.IOException;

/** The failure to read a znode with an unknown content, written by hand or by a newer version. */
public final class UnreadablePayloadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UnreadablePayloadException(String path, IOException cause) {
        super("znode %s cannot be read: %s".formatted(path, cause.getMessage()), cause);
    }
}
