package io.snowkeeper.coordinator.store;

import java.io.IOException;

/**
 * The failure to read a znode that holds what is not ours to understand; somebody wrote it by hand, or a newer version
 * did.
 */
public final class UnreadablePayloadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UnreadablePayloadException(String path, IOException cause) {
        super("znode %s cannot be read: %s".formatted(path, cause.getMessage()), cause);
    }
}
