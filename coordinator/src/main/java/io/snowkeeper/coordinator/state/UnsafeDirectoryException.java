package io.snowkeeper.coordinator.state;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The refusal of a directory that another user could exchange or read. The message names the offending directory, that
 * user, and the remedy.
 */
final class UnsafeDirectoryException extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient Path place;
    private final String problem;

    UnsafeDirectoryException(Path place, String problem) {
        super(place + ": " + problem);
        this.place = place;
        this.problem = problem;
    }

    /** Returns the directory, or the link or directory on the way to it, that is to be mended. */
    Path place() {
        return place;
    }

    /** Returns the problem and its remedy. */
    String problem() {
        return problem;
    }
}
