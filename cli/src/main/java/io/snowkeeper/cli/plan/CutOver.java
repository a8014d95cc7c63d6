package io.snowkeeper.cli.plan;

import io.snowkeeper.core.Layout;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The cut-over from ids of one layout to ids of another: all of the new ones are larger than all of the old ones, and so none of
 * them is equal to one.
 *
 * @param from the layout of the old ids
 * @param to the layout of the new ids
 * @param largestId no old id is larger; at least 0
 * @param oldEnd the first time that no old id has
 */
record CutOver(Layout from, Layout to, long largestId, Instant oldEnd) {

    /** Far from the end of what an {@link Instant} can tell. */
    private static final Instant LATEST = Instant.ofEpochMilli(Long.MAX_VALUE / 2);

    /** How soon new ids can begin. */
    enum Verdict {
        /** In the tick after the last old one. */
        AT_ONCE,
        /** After a pause in which neither old nor new ids can be given. */
        AFTER_A_PAUSE,
        /** The new layout has no id that is larger. */
        NEVER
    }

    /**
     * Returns the cut-over after the old ids up to a time.
     *
     * @param last no old id has a later time
     * @throws IllegalArgumentException if the old layout has no such time
     */
    static CutOver after(Layout from, Layout to, Instant last) {
        return of(from, to, from.largestAt(last));
    }

    /**
     * Returns the cut-over after the old ids up to one of them.
     *
     * @throws IllegalArgumentException if it is negative, or has a time that cannot be told
     */
    static CutOver of(Layout from, Layout to, long largestId) {
        Instant time = from.decompose(largestId).time();
        if (time.isAfter(LATEST)) {
            throw new IllegalArgumentException("must have a time before %s: id=%s".formatted(LATEST, largestId));
        }
        return new CutOver(from, to, largestId, time.plus(from.tick().length()));
    }

    /** Returns the time of the largest old id. */
    Instant largestTime() {
        return from.decompose(largestId).time();
    }

    Verdict verdict() {
        if (firstId().isEmpty()) {
            return Verdict.NEVER;
        }
        return pause().compareTo(to.tick().length()) < 0 ? Verdict.AT_ONCE : Verdict.AFTER_A_PAUSE;
    }

    /** Returns the time from which new ids may be given; empty if there is none. */
    Optional<Instant> notBefore() {
        return firstId().map(id -> to.decompose(id).time());
    }

    /** Returns the smallest id that can be given then; empty if there is none. */
    Optional<Long> firstId() {
        return timestamp() > to.maxTimestamp() ? Optional.empty() : Optional.of(timestamp() << shift(to));
    }

    /** Returns how long neither old nor new ids can be given, zero if there is no new one. */
    Duration pause() {
        return notBefore().map(begin -> Duration.between(oldEnd, begin)).orElse(Duration.ZERO);
    }

    /**
     * Returns when old ids would reach the first new one, if the old fleet went on; until then, even a forgotten node gives none that
     * is equal to a new one. Empty if they never do.
     */
    Optional<Instant> meeting() {
        return firstId()
                .filter(id -> from.timestampOf(id) <= from.maxTimestamp())
                .map(id -> from.decompose(id).time());
    }

    /**
     * Returns from when on a cut-over takes no pause, to within a tick of either layout: new ids then are larger than the old ones of
     * the same time, and grow no slower. Empty if that never comes, or the old or the new layout has ended by then.
     */
    Optional<Instant> atOnceFrom() {
        // With e for epochs, k for ticks and s for shifts, in milliseconds: (t - e')/k' * 2^s' >= ((t - e)/k + 1) *
        // 2^s.
        BigInteger newPace = pace(from, to);
        BigInteger oldPace = pace(to, from);
        BigInteger gain = newPace.subtract(oldPace);
        if (gain.signum() <= 0) {
            return Optional.empty();
        }
        BigInteger newStart = BigInteger.valueOf(to.epochMillis()).multiply(newPace);
        BigInteger oldStart =
                BigInteger.valueOf(from.epochMillis() - from.tick().millis()).multiply(oldPace);
        BigInteger time =
                newStart.subtract(oldStart).add(gain).subtract(BigInteger.ONE).divide(gain);
        BigInteger end = BigInteger.valueOf(
                Collections.min(List.of(from.end(), to.end(), LATEST)).toEpochMilli());
        return time.compareTo(end) > 0
                ? Optional.empty()
                : Optional.of(Instant.ofEpochMilli(time.max(BigInteger.ZERO).longValueExact()));
    }

    /** Returns the timestamp of the first new ids, which may be beyond what the layout has. */
    private long timestamp() {
        long larger = (largestId >>> shift(to)) + 1;
        // The first tick that begins when no old id can be given any more.
        Duration sinceEpoch = Duration.between(to.epoch(), oldEnd);
        long later = sinceEpoch.isNegative()
                ? 0
                : sinceEpoch
                        .plus(to.tick().length())
                        .minusMillis(1)
                        .dividedBy(to.tick().length());
        return Math.max(larger, later);
    }

    private static int shift(Layout layout) {
        return layout.workerBits() + layout.sequenceBits();
    }

    /** How fast ids of a layout grow, in the measure of a comparison with another one. */
    private static BigInteger pace(Layout other, Layout layout) {
        return BigInteger.valueOf(other.tick().millis()).shiftLeft(shift(layout));
    }
}
