package io.snowkeeper.cli.doctor;

import java.util.Locale;

/** An outcome of a check. */
enum Outcome {
    /** Nothing is wrong. */
    OK,
    /** A node would run, and something is to be known or mended. */
    WARNING,
    /** A node would not run, or not for long. */
    FAILED;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
