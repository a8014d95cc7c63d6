package io.snowkeeper.cli.migrate;

import io.snowkeeper.cli.migrate.redis.RedisKey;
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
 * and from 1 at the least, to 2^63-1. A sequence that is there is never changed: it is compared with the counter by the lowest
 * number that it has ever had, not by its next one, since what lies between was given out by the fleet. For one thread.
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
    ImportedKey take(RedisKey key) {
        String name = plan.names().apply(key.text());
        if (key.value().isEmpty()) {
            return new ImportedKey(
                    key.text(), name, OptionalLong.empty(), OptionalLong.empty(), Outcome.SKIPPED, reason(key));
        }
        Counter counter = new Counter(key.text(), name, key.value().getAsLong());
        if (!SequenceName.isValid(name)) {
            return counter.without(
                    Outcome.FAILED,
                    "no name of a sequence, which is 1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-': give --replace FROM=TO");
        }
        String other = keysByName.putIfAbsent(name, key.text());
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

    private static String reason(RedisKey key) {
        return key.reason().orElse("");
    }

    /** A counter that has a name. */
    private record Counter(String key, String sequence, long value) {

        ImportedKey with(long first, Outcome outcome, String detail) {
            return new ImportedKey(key, sequence, OptionalLong.of(value), OptionalLong.of(first), outcome, detail);
        }

        ImportedKey without(Outcome outcome, String detail) {
            return new ImportedKey(key, sequence, OptionalLong.of(value), OptionalLong.empty(), outcome, detail);
        }

        /** Returns the first number with so many between, empty if there is none. */
        OptionalLong firstAfter(long margin) {
            // Neither sum wraps but upwards: the margin is not negative.
            long last = value + margin;
            return (value > 0 && last < 0) || last == Long.MAX_VALUE
                    ? OptionalLong.empty()
                    : OptionalLong.of(Math.max(1, last + 1));
        }
    }

    private ImportedKey missing(Counter counter) {
        OptionalLong first = counter.firstAfter(plan.margin());
        if (first.isEmpty()) {
            return counter.without(
                    Outcome.FAILED, "no number up to 2^63-1 is left above it with a margin of " + plan.margin());
        }
        return switch (plan.action()) {
            case TRY -> counter.with(first.getAsLong(), Outcome.WOULD_BE_CREATED, "");
            case CHECK -> counter.without(Outcome.MISSING, "no sequence of this name: import it without --check");
            case CREATE -> create(counter, first.getAsLong());
        };
    }

    private ImportedKey create(Counter counter, long first) {
        try {
            SequenceState unused =
                    fleet.create(counter.sequence(), plan.mode(), new NumberRange(first, Long.MAX_VALUE));
            return counter.with(first, Outcome.CREATED, "");
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
        if (state.mode() == SequenceMode.GAPLESS) {
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
                        : "less than %d are left, and it is in use: no more may be taken from Redis than are left"
                                .formatted(plan.margin()));
    }

    private static String passed(Counter counter, SequenceState state, long first) {
        if (state.taken() == 0) {
            return "it begins too low, but nobody uses it yet: " + again(state);
        }
        long last = Math.min(counter.value(), state.next().orElse(Long.MAX_VALUE) - 1);
        return last < first
                ? "Redis and the fleet will give out the same numbers from " + first
                : "Redis and the fleet may both have given out the numbers from %d to %d".formatted(first, last);
    }

    private static String again(SequenceState state) {
        return "snowkeeper sequence delete %s --next %d, and import again"
                .formatted(state.name(), state.next().orElseThrow());
    }
}
