package io.snowkeeper.coordinator;

import java.nio.file.Path;

/** The failure of a state directory that another process uses, or another node of this one. */
public final class StateDirectoryInUseException extends StateDirectoryException {

    private static final long serialVersionUID = 1L;

    public StateDirectoryInUseException(Path file, String message) {
        super(file, message);
    }
}
