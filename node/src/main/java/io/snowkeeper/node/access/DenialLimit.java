package io.snowkeeper.node.access;

import io.snowkeeper.coordinator.log.RepeatLimit;
import io.snowkeeper.node.audit.AuditEvent;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * A limit on recorded denials: one a minute per subject, or unknown client, and kind of change. Unknown clients could
 * be any number, so they are counted apart from subjects, and the excess is counted as one. Thread-safe.
 */
final class DenialLimit {

    static final int MAX_UNKNOWN = 32;

    /** More than the subjects of a policy try: policies change. */
    private static final int MAX_OF_SUBJECTS = 4096;

    private static final String OTHERS = "";

    private final RepeatLimit ofSubjects;
    private final RepeatLimit ofUnknown;

    /** @param nanos a clock that never goes back */
    DenialLimit(LongSupplier nanos) {
        ofSubjects = new RepeatLimit(nanos, MAX_OF_SUBJECTS, OTHERS);
        ofUnknown = new RepeatLimit(nanos, MAX_UNKNOWN, OTHERS);
    }

    /** Returns how many such attempts were kept back since the last one came through, empty if this one is kept back too. */
    OptionalLong admit(AuditEvent.Who who, String action) {
        return who.shown() == AuditEvent.Shown.NOTHING
                ? ofUnknown.admit(who.client().orElse("") + "\n" + action)
                : ofSubjects.admit(who.subject() + "\n" + action);
    }
}
