package io.snowkeeper.coordinator;

import java.nio.file.Path;

/** The failure of a state directory that cannot be used: the message names the file and the remedy. */
public class StateDirectoryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StateDirectoryException(Path file, String message) {
        super(file + ": " + message);
    }

    public StateDirectoryException(Path file, String message, Throwable cause) {
        super(file + ": " + message, cause);
    }
}
