package io.snowkeeper.cli.migrate;

import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceName;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The way from counters to sequences. A counter that has given out {@code value} gets the numbers from
 * {@code margin + 1} of its steps above, and from 1 at the least, to the last one that the counter has. An existing
 * sequence is never changed: it is compared with the counter by the lowest number that it has ever had, not by its next
 * one, since the fleet handed out the numbers between. For one thread.
 */
final class CounterImport {

    private final ImportPlan plan;
    private final Fleet fleet;
    private final Map<String, List<String>> keysByName;

    /** @param keys all that are to be taken: of counters with one name, which may be of several databases, none is */
    CounterImport(ImportPlan plan, Fleet fleet, List<SourceKey> keys) {
        this.plan = plan;
        this.fleet = fleet;
        this.keysByName = keys.stream()
                .filter(SourceKey.Counter.class::isInstance)
                .map(SourceKey::text)
                .collect(Collectors.groupingBy(plan.names()::apply));
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
                    "not a sequence's name, which has 1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-': give --replace FROM=TO");
        }
        List<String> others = new ArrayList<>(keysByName.getOrDefault(name, List.of()));
        others.remove(counter.key());
        if (!others.isEmpty()) {
            return counter.without(
                    Outcome.FAILED,
                    others.contains(counter.key())
                            ? "it comes more than once: keep only the highest value"
                            : "of the same name as %s: give another --replace".formatted(others.get(0)));
        }
        try {
            Optional<SequenceDescription> found = fleet.find(name);
            return found.isPresent() ? compare(counter, found.get()) : missing(counter);
        } catch (RefusedException e) {
            return counter.without(Outcome.FAILED, "%s (error %s)".formatted(e.text(), e.code()));
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

        /** The counter's own remarks are shown if there is no other detail. */
        ImportedKey with(long first, Outcome outcome, String detail) {
            String told = detail.isEmpty() ? read.note().orElse("") : detail;
            return new ImportedKey(
                    key(), sequence, OptionalLong.of(value()), OptionalLong.of(first), outcome, told, read.step());
        }

        ImportedKey without(Outcome outcome, String detail) {
            return new ImportedKey(key(), sequence, OptionalLong.of(value()), OptionalLong.empty(), outcome, detail);
        }

        /** Returns the first number after a margin, and the counter's last one; empty if there is none. */
        Optional<NumberRange> rangeAfter(long margin) {
            BigInteger step = BigInteger.valueOf(read.step());
            BigInteger value = BigInteger.valueOf(value());
            BigInteger first =
                    value.add(step.multiply(BigInteger.valueOf(margin).add(BigInteger.ONE)));
            if (first.signum() <= 0) {
                BigInteger rest = value.mod(step);
                first = rest.signum() == 0 ? step : rest;
            }
            BigInteger last = BigInteger.valueOf(read.last());
            if (first.compareTo(last) > 0) {
                return Optional.empty();
            }
            BigInteger reached = last.subtract(last.subtract(first).mod(step));
            return Optional.of(new NumberRange(first.longValueExact(), reached.longValueExact()));
        }

        /** Returns the last number, in the form for people. */
        String end() {
            return read.last() == Long.MAX_VALUE ? "2^63-1" : Long.toString(read.last());
        }
    }

    private ImportedKey missing(Counter counter) {
        if (plan.mode() == SequenceMode.GAPLESS && counter.read().step() != 1) {
            return counter.without(
                    Outcome.FAILED,
                    "it counts by steps of %s, and a gapless sequence by ones: import it with another --mode"
                            .formatted(counter.read().step()));
        }
        Optional<NumberRange> range = counter.rangeAfter(plan.margin());
        if (range.isEmpty()) {
            return counter.without(
                    Outcome.FAILED,
                    "no number up to %s is left above it with a margin of %s".formatted(counter.end(), plan.margin()));
        }
        return switch (plan.action()) {
            case TRY -> counter.with(range.get().from(), Outcome.WOULD_BE_CREATED, "");
            case CHECK -> counter.without(Outcome.MISSING, "no sequence of this name: import it without --check");
            case CREATE -> create(counter, range.get());
        };
    }

    private ImportedKey create(Counter counter, NumberRange range) {
        try {
            SequenceDescription unused = fleet.create(
                    counter.sequence(), plan.mode(), range, counter.read().step());
            return counter.with(range.from(), Outcome.CREATED, "");
        } catch (RefusedException e) {
            // Another client may have created it since it was looked for.
            Optional<SequenceDescription> found = fleet.find(counter.sequence());
            if (found.isPresent()) {
                return compare(counter, found.get());
            }
            throw e;
        }
    }

    private ImportedKey compare(Counter counter, SequenceDescription state) {
        long first = state.definition().ranges().stream()
                .mapToLong(NumberRange::from)
                .min()
                .orElseThrow();
        if (first <= counter.value()) {
            return counter.with(first, Outcome.PASSED, passed(counter, state, first));
        }
        if (state.definition().step() != counter.read().step()) {
            return counter.with(
                    first,
                    Outcome.FAILED,
                    "there is a sequence of this name that counts by steps of %s, and the counter by steps of %s"
                            .formatted(state.definition().step(), counter.read().step()));
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
                        ? "less than %s are left; it is not in use yet: to begin higher, %s"
                                .formatted(plan.margin(), again(state))
                        : "less than %s are left, and it is in use: the counter may go on by no more than are left"
                                .formatted(plan.margin()));
    }

    private String passed(Counter counter, SequenceDescription state, long first) {
        if (state.taken() == 0) {
            return "it begins too low, but is not in use yet: " + again(state);
        }
        long last = Math.min(counter.value(), state.next().orElse(Long.MAX_VALUE) - 1);
        return last < first
                ? "the counter and the fleet will give out the same numbers from %s".formatted(first)
                : "the counter and the fleet may both have given out the numbers from %s to %s".formatted(first, last);
    }

    private static String again(SequenceDescription state) {
        return "snowkeeper sequence delete %s --next %s, and import again"
                .formatted(state.definition().name(), state.next().orElseThrow());
    }
}
