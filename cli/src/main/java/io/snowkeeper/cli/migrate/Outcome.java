package io.snowkeeper.cli.migrate;

import java.util.Locale;

/** The outcome for a key. */
enum Outcome {
    /** A sequence was created above its value. */
    CREATED(Severity.FINE),
    /** A sequence would be created, were this no trial. */
    WOULD_BE_CREATED(Severity.FINE),
    /** There is a sequence, and at least the margin lies between the counter and its first number. */
    EXISTS(Severity.FINE),
    /** There is a sequence, and less than the margin lies between. */
    NEAR(Severity.WARNING),
    /** There is a sequence that begins at or below the counter's last value. */
    PASSED(Severity.FAILURE),
    /** There is no sequence, and none was to be created. */
    MISSING(Severity.FAILURE),
    /** The key is no counter. */
    SKIPPED(Severity.FINE),
    /** No sequence can be created. */
    FAILED(Severity.FAILURE);

    /** How much it matters for the whole. */
    enum Severity {
        FINE,
        WARNING,
        FAILURE
    }

    private final Severity severity;

    Outcome(Severity severity) {
        this.severity = severity;
    }

    Severity severity() {
        return severity;
    }

    /** Returns it as people and programs read it. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
