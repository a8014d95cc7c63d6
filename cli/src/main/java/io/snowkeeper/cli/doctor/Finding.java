package io.snowkeeper.cli.doctor;

import static java.util.Objects.requireNonNull;

/**
 * A finding of a check.
 *
 * @param check the subject of the check
 * @param text the finding, and behind a semicolon the remedy, if one is needed
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
