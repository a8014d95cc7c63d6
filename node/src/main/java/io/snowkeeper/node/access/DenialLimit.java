package io.snowkeeper.node.access;

import io.snowkeeper.node.audit.AuditEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A limit on the denied attempts that are taken down: of a subject's, and of an unknown client's, at one kind of change, one a minute.
 * Whoever is unknown decides how many of those there are, so they are counted apart from subjects, and those that are too many are
 * taken for one. Thread-safe.
 */
final class DenialLimit {

    static final int MAX_UNKNOWN = 32;

    /** More than the subjects of a policy try: policies change. */
    private static final int MAX_OF_SUBJECTS = 4096;

    private static final long PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final Kind OTHERS = new Kind("", "");

    private final LongSupplier nanos;
    private final Map<Kind, Said> ofSubjects = new HashMap<>();
    private final Map<Kind, Said> ofUnknown = new HashMap<>();

    private record Kind(String who, String action) {}

    private record Said(long at, long skipped) {}

    /** @param nanos a clock that never goes back */
    DenialLimit(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Returns how many such attempts were kept back since the last one came through, empty if this one is kept back too. */
    synchronized OptionalLong admit(AuditEvent.Who who, String action) {
        return who.shown() == AuditEvent.Shown.NOTHING
                ? admit(ofUnknown, MAX_UNKNOWN, new Kind(who.client().orElse(""), action))
                : admit(ofSubjects, MAX_OF_SUBJECTS, new Kind(who.subject(), action));
    }

    private OptionalLong admit(Map<Kind, Said> kinds, int max, Kind asked) {
        long now = nanos.getAsLong();
        Kind kind = kinds.containsKey(asked) || hasRoom(kinds, max, now) ? asked : OTHERS;
        Said last = kinds.get(kind);
        if (last != null && !isOver(last, now)) {
            kinds.put(kind, new Said(last.at(), last.skipped() + 1));
            return OptionalLong.empty();
        }
        kinds.put(kind, new Said(now, 0));
        return OptionalLong.of(last == null ? 0 : last.skipped());
    }

    /** What was kept back of the others is still to be told. */
    private static boolean hasRoom(Map<Kind, Said> kinds, int max, long now) {
        if (kinds.size() >= max) {
            kinds.entrySet().removeIf(kind -> !kind.getKey().equals(OTHERS) && isOver(kind.getValue(), now));
        }
        return kinds.size() < max;
    }

    private static boolean isOver(Said said, long now) {
        return now - said.at() >= PERIOD_NANOS;
    }
}
