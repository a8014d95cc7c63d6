package io.snowkeeper.cli.doctor;

import static java.util.Objects.requireNonNull;

/**
 * A finding of a check.
 *
 * @param check what was looked at
 * @param text what was found, and behind a semicolon what to do, where something is to be done
 */
record Finding(String check, Outcome outcome, String text) {

    Finding {
        requireNonNull(check);
        requireNonNull(outcome);
        requireNonNull(text);
    }

    static Finding ok(String check, String text) {
        return new Finding(check, Outcome.OK, text);
    }

    static Finding warning(String check, String text) {
        return new Finding(check, Outcome.WARNING, text);
    }

    static Finding failed(String check, String text) {
        return new Finding(check, Outcome.FAILED, text);
    }
}
