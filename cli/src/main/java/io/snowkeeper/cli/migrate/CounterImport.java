package io.snowkeeper.cli.migrate;

import io.snowkeeper.cli.migrate.source.SourceKey;
import io.snowkeeper.client.SequenceState;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceName;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The way from counters to sequences. A counter that has given out {@code value} gets the numbers from {@code value + margin + 1},
 * and from 1 at the least, to the last one that the counter has. A sequence that is there is never changed: it is compared with
 * the counter by the lowest number that it has ever had, not by its next one, since what lies between was given out by the
 * fleet. For one thread.
 */
final class CounterImport {

    private final ImportPlan plan;
    private final Fleet fleet;
    private final Map<String, String> keysByName = new HashMap<>();

    CounterImport(ImportPlan plan, Fleet fleet) {
        this.plan = plan;
        this.fleet = fleet;
    }

    /**
     * Creates the sequence of a key, or looks at the one that is there.
     *
     * @throws io.snowkeeper.core.api.UnavailableException if no node answers
     */
    ImportedKey take(SourceKey key) {
        String name = plan.names().apply(key.text());
        if (key instanceof SourceKey.Other other) {
            return none(key, name, Outcome.SKIPPED, other.reason());
        }
        if (key instanceof SourceKey.Unreadable unreadable) {
            return none(key, name, Outcome.FAILED, unreadable.reason());
        }
        return take(new Counter((SourceKey.Counter) key, name));
    }

    private static ImportedKey none(SourceKey key, String name, Outcome outcome, String reason) {
        return new ImportedKey(key.text(), name, OptionalLong.empty(), OptionalLong.empty(), outcome, reason);
    }

    private ImportedKey take(Counter counter) {
        String name = counter.sequence();
        if (!SequenceName.isValid(name)) {
            return counter.without(
                    Outcome.FAILED,
                    "no name of a sequence, which is 1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-': give --replace FROM=TO");
        }
        String other = keysByName.putIfAbsent(name, counter.key());
        if (other != null) {
            return counter.without(Outcome.FAILED, "of the same name as " + other + ": give another --replace");
        }
        try {
            Optional<SequenceState> found = fleet.find(name);
            return found.isPresent() ? compare(counter, found.get()) : missing(counter);
        } catch (RefusedException e) {
            return counter.without(Outcome.FAILED, "%s (error %d)".formatted(e.text(), e.code()));
        }
    }

    /** A counter that has a name. */
    private record Counter(SourceKey.Counter read, String sequence) {

        String key() {
            return read.text();
        }

        long value() {
            return read.value();
        }

        /** What else is to be known of the counter is told where there is nothing else to tell. */
        ImportedKey with(long first, Outcome outcome, String detail) {
            String told = detail.isEmpty() ? read.note().orElse("") : detail;
            return new ImportedKey(key(), sequence, OptionalLong.of(value()), OptionalLong.of(first), outcome, told);
        }

        ImportedKey without(Outcome outcome, String detail) {
            return new ImportedKey(key(), sequence, OptionalLong.of(value()), OptionalLong.empty(), outcome, detail);
        }

        /** Returns the first number with so many between, empty if there is none. */
        OptionalLong firstAfter(long margin) {
            // Neither sum wraps but upwards: the margin is not negative.
            long last = value() + margin;
            return (value() > 0 && last < 0) || Math.max(0, last) >= read.last()
                    ? OptionalLong.empty()
                    : OptionalLong.of(Math.max(1, last + 1));
        }

        /** Returns the last number, as a person is told. */
        String end() {
            return read.last() == Long.MAX_VALUE ? "2^63-1" : Long.toString(read.last());
        }
    }

    private ImportedKey missing(Counter counter) {
        OptionalLong first = counter.firstAfter(plan.margin());
        if (first.isEmpty()) {
            return counter.without(
                    Outcome.FAILED,
                    "no number up to %s is left above it with a margin of %d".formatted(counter.end(), plan.margin()));
        }
        return switch (plan.action()) {
            case TRY -> counter.with(first.getAsLong(), Outcome.WOULD_BE_CREATED, "");
            case CHECK -> counter.without(Outcome.MISSING, "no sequence of this name: import it without --check");
            case CREATE ->
                create(
                        counter,
                        new NumberRange(first.getAsLong(), counter.read().last()));
        };
    }

    private ImportedKey create(Counter counter, NumberRange range) {
        try {
            SequenceState unused = fleet.create(counter.sequence(), plan.mode(), range);
            return counter.with(range.from(), Outcome.CREATED, "");
        } catch (RefusedException e) {
            // Somebody else may have created it since it was looked for.
            Optional<SequenceState> found = fleet.find(counter.sequence());
            if (found.isPresent()) {
                return compare(counter, found.get());
            }
            throw e;
        }
    }

    private ImportedKey compare(Counter counter, SequenceState state) {
        long first = state.ranges().stream().mapToLong(NumberRange::from).min().orElseThrow();
        if (state.mode() == SequenceMode.GAPLESS && !plan.origin().takesGapless()) {
            return counter.with(first, Outcome.FAILED, "there is a gapless sequence of this name, which INCR refuses");
        }
        if (first <= counter.value()) {
            return counter.with(first, Outcome.PASSED, passed(counter, state, first));
        }
        ImportedKey exists = counter.with(first, Outcome.EXISTS, "");
        long left = exists.left().orElseThrow();
        if (left >= plan.margin()) {
            return exists;
        }
        return counter.with(
                first,
                Outcome.NEAR,
                state.taken() == 0
                        ? "less than %d are left; nobody uses it yet: to begin higher, %s"
                                .formatted(plan.margin(), again(state))
                        : "less than %d are left, and it is in use: no more may be taken from %s than are left"
                                .formatted(plan.margin(), plan.origin()));
    }

    private String passed(Counter counter, SequenceState state, long first) {
        if (state.taken() == 0) {
            return "it begins too low, but nobody uses it yet: " + again(state);
        }
        long last = Math.min(counter.value(), state.next().orElse(Long.MAX_VALUE) - 1);
        return last < first
                ? "%s and the fleet will give out the same numbers from %d".formatted(plan.origin(), first)
                : "%s and the fleet may both have given out the numbers from %d to %d"
                        .formatted(plan.origin(), first, last);
    }

    private static String again(SequenceState state) {
        return "snowkeeper sequence delete %s --next %d, and import again"
                .formatted(state.name(), state.next().orElseThrow());
    }
}
