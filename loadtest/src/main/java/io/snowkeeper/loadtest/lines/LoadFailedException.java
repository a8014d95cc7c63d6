package io.snowkeeper.loadtest.lines;

import java.io.IOException;

/** The failure of a load that cannot go on. */
final class LoadFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LoadFailedException(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
