package io.snowkeeper.cli.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.cli.migrate.ImportPlan.Action;
import io.snowkeeper.cli.migrate.NameRules.Rule;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CounterImportTest {

    private static final NameRules NONE = new NameRules(List.of());

    /** A fleet that keeps created sequences. */
    private static class Sequences implements Fleet {

        final Map<String, SequenceDescription> states = new TreeMap<>();

        @Override
        public Optional<SequenceDescription> find(String name) {
            return Optional.ofNullable(states.get(name));
        }

        @Override
        public SequenceDescription create(String name, SequenceMode mode, NumberRange range, long step) {
            SequenceDescription state = state(name, mode, range.from(), List.of(range), step);
            states.put(name, state);
            return state;
        }

        /** Has a sequence give out its numbers below this one. */
        void takeUpTo(String name, long next) {
            SequenceDescription state = states.get(name);
            states.put(
                    name,
                    state(
                            name,
                            state.definition().mode(),
                            next,
                            state.definition().ranges(),
                            state.definition().step()));
        }
    }

    private static SequenceDescription state(String name, SequenceMode mode, long next, List<NumberRange> ranges) {
        return state(name, mode, next, ranges, 1);
    }

    private static SequenceDescription state(
            String name, SequenceMode mode, long next, List<NumberRange> ranges, long step) {
        return new SequenceDescription(
                new SequenceDefinition(name, mode, ranges, SequenceOptions.DEFAULT, Optional.empty(), step),
                OptionalLong.of(next),
                next - ranges.get(0).from(),
                1,
                0,
                0,
                0,
                Optional.empty());
    }

    private final Sequences fleet = new Sequences();

    private ImportedKey take(Action action, long margin, String key, long value) {
        return take(new ImportPlan(action, SequenceMode.BLOCK, margin, NONE), key, value);
    }

    private ImportedKey take(ImportPlan plan, String key, long value) {
        return take(plan, fleet, SourceKey.counter(key, value));
    }

    private static ImportedKey take(ImportPlan plan, Fleet fleet, SourceKey key) {
        return new CounterImport(plan, fleet, List.of(key)).take(key);
    }

    private static ImportedKey row(String key, long value, long first, Outcome outcome, String detail) {
        return new ImportedKey(key, key, OptionalLong.of(value), OptionalLong.of(first), outcome, detail);
    }

    private static ImportedKey row(String key, long value, Outcome outcome, String detail) {
        return new ImportedKey(key, key, OptionalLong.of(value), OptionalLong.empty(), outcome, detail);
    }

    @Test
    void theFirstNumberIsTheOneAfterValueAndMargin() {
        assertThat(take(Action.CREATE, 1_000, "seq:a", 41)).isEqualTo(row("seq:a", 41, 1_042, Outcome.CREATED, ""));

        assertThat(fleet.states.get("seq:a").definition().mode()).isEqualTo(SequenceMode.BLOCK);
        assertThat(fleet.states.get("seq:a").definition().ranges())
                .containsExactly(new NumberRange(1_042, Long.MAX_VALUE));
    }

    @Test
    void sequencesAreOfTheModeThatIsAskedFor() {
        ImportedKey unused = take(new ImportPlan(Action.CREATE, SequenceMode.ORDERED, 0, NONE), "a", 0);

        assertThat(fleet.states.get("a").definition().mode()).isEqualTo(SequenceMode.ORDERED);
    }

    @Test
    void noNumberIsBelowOne() {
        assertThat(take(Action.CREATE, 10, "a", -5)).isEqualTo(row("a", -5, 6, Outcome.CREATED, ""));
        assertThat(take(Action.CREATE, 10, "b", -50)).isEqualTo(row("b", -50, 1, Outcome.CREATED, ""));
        assertThat(take(Action.CREATE, 0, "c", 0)).isEqualTo(row("c", 0, 1, Outcome.CREATED, ""));
        assertThat(take(Action.CREATE, Long.MAX_VALUE, "d", Long.MIN_VALUE))
                .isEqualTo(row("d", Long.MIN_VALUE, 1, Outcome.CREATED, ""));
    }

    @Test
    void aCounterAtTheEndOfTheNumbersFails() {
        String none = "no number up to 2^63-1 is left above it with a margin of 10";
        long max = Long.MAX_VALUE;
        assertThat(take(Action.CREATE, 10, "a", max - 10)).isEqualTo(row("a", max - 10, Outcome.FAILED, none));
        assertThat(take(Action.CREATE, 10, "a", max)).isEqualTo(row("a", max, Outcome.FAILED, none));
        assertThat(fleet.states).isEmpty();
        assertThat(take(Action.CREATE, 10, "a", max - 11)).isEqualTo(row("a", max - 11, max, Outcome.CREATED, ""));
    }

    @Test
    void aTrialAndACheckCreateNothing() {
        assertThat(take(Action.TRY, 10, "a", 5)).isEqualTo(row("a", 5, 16, Outcome.WOULD_BE_CREATED, ""));
        assertThat(take(Action.CHECK, 10, "a", 5))
                .isEqualTo(row("a", 5, Outcome.MISSING, "no sequence of this name: import it without --check"));
        assertThat(fleet.states).isEmpty();
    }

    @Test
    void aSequenceThatIsThereIsComparedAndNotChanged() {
        ImportedKey created = take(Action.CREATE, 100, "a", 50);
        assertThat(created.left()).hasValue(100);
        SequenceDescription before = fleet.states.get("a");

        assertThat(take(Action.CREATE, 100, "a", 50)).isEqualTo(row("a", 50, 151, Outcome.EXISTS, ""));
        ImportedKey near = take(Action.CREATE, 100, "a", 51);
        assertThat(near)
                .isEqualTo(
                        row(
                                "a",
                                51,
                                151,
                                Outcome.NEAR,
                                "less than 100 are left; it is not in use yet: to begin higher, snowkeeper sequence delete a --next 151, and import again"));
        assertThat(near.left()).hasValue(99);
        assertThat(take(Action.CHECK, 0, "a", 150)).isEqualTo(row("a", 150, 151, Outcome.EXISTS, ""));
        assertThat(take(Action.CHECK, 0, "a", 151))
                .isEqualTo(
                        row(
                                "a",
                                151,
                                151,
                                Outcome.PASSED,
                                "it begins too low, but is not in use yet: snowkeeper sequence delete a --next 151, and import again"));
        assertThat(fleet.states).containsOnly(Map.entry("a", before));
    }

    @Test
    void aSequenceInUseIsComparedByItsFirstNumberSinceTheFleetHasGivenOutWhatFollows() {
        ImportedKey unused = take(Action.CREATE, 100, "a", 50);
        fleet.takeUpTo("a", 500);

        assertThat(take(Action.CHECK, 100, "a", 60))
                .isEqualTo(row(
                        "a",
                        60,
                        151,
                        Outcome.NEAR,
                        "less than 100 are left, and it is in use: the counter may go on by no more than are left"));
        ImportedKey passed = take(Action.CHECK, 0, "a", 200);
        assertThat(passed)
                .isEqualTo(row(
                        "a",
                        200,
                        151,
                        Outcome.PASSED,
                        "the counter and the fleet may both have given out the numbers from 151 to 200"));
        assertThat(passed.left()).hasValue(-50);
        assertThat(take(Action.CHECK, 0, "a", 900).detail())
                .isEqualTo("the counter and the fleet may both have given out the numbers from 151 to 499");
    }

    @Test
    void theLowestRangeCountsWhereSeveralWereGiven() {
        fleet.states.put(
                "a",
                state("a", SequenceMode.BLOCK, 1_000, List.of(new NumberRange(1_000, 2_000), new NumberRange(10, 20))));

        assertThat(take(Action.CHECK, 0, "a", 9)).isEqualTo(row("a", 9, 10, Outcome.EXISTS, ""));
        assertThat(take(Action.CHECK, 0, "a", 10).outcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void aKeyThatIsNoNameFailsUnlessARuleMakesItOne() {
        assertThat(take(Action.CREATE, 0, "a/b", 1))
                .isEqualTo(
                        row(
                                "a/b",
                                1,
                                Outcome.FAILED,
                                "not a sequence's name, which has 1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-': give --replace FROM=TO"));

        NameRules rules = new NameRules(List.of(Rule.parse("/=:")));
        assertThat(take(new ImportPlan(Action.CREATE, SequenceMode.BLOCK, 0, rules), "a/b", 1))
                .isEqualTo(new ImportedKey("a/b", "a:b", OptionalLong.of(1), OptionalLong.of(2), Outcome.CREATED, ""));
    }

    @Test
    void twoKeysAreNeverOneSequence() {
        NameRules rules = new NameRules(List.of(Rule.parse("/=:")));
        List<SourceKey> keys = List.of(SourceKey.counter("a/b", 1), SourceKey.counter("a:b", 7));
        CounterImport counters =
                new CounterImport(new ImportPlan(Action.CREATE, SequenceMode.BLOCK, 0, rules), fleet, keys);

        assertThat(keys.stream().map(counters::take))
                .containsExactly(
                        new ImportedKey(
                                "a/b",
                                "a:b",
                                OptionalLong.of(1),
                                OptionalLong.empty(),
                                Outcome.FAILED,
                                "of the same name as a:b: give another --replace"),
                        row("a:b", 7, Outcome.FAILED, "of the same name as a/b: give another --replace"));
        assertThat(fleet.states).isEmpty();
    }

    @Test
    void ofACounterThatComesTwiceNoneIsTakenSinceTheFirstMayBeTheLower() {
        List<SourceKey> keys = List.of(SourceKey.counter("a", 1), SourceKey.counter("a", 7));
        CounterImport counters =
                new CounterImport(new ImportPlan(Action.CREATE, SequenceMode.BLOCK, 0, NONE), fleet, keys);

        String twice = "it comes more than once: keep only the highest value";
        assertThat(keys.stream().map(counters::take))
                .containsExactly(row("a", 1, Outcome.FAILED, twice), row("a", 7, Outcome.FAILED, twice));
        assertThat(fleet.states).isEmpty();
    }

    @Test
    void whatIsNoCounterIsSkipped() {
        ImportPlan plan = new ImportPlan(Action.CREATE, SequenceMode.BLOCK, 0, NONE);

        assertThat(take(plan, fleet, new SourceKey.Other("h", "it is no string")))
                .isEqualTo(new ImportedKey(
                        "h", "h", OptionalLong.empty(), OptionalLong.empty(), Outcome.SKIPPED, "it is no string"));
    }

    @Test
    void whatCannotBeReadIsAFailureSinceItMayBeACounter() {
        assertThat(take(gaplessPlan(0), fleet, new SourceKey.Unreadable("s", "GRANT SELECT on it")))
                .isEqualTo(new ImportedKey(
                        "s", "s", OptionalLong.empty(), OptionalLong.empty(), Outcome.FAILED, "GRANT SELECT on it"));
    }

    private static ImportPlan gaplessPlan(long margin) {
        return new ImportPlan(Action.CREATE, SequenceMode.GAPLESS, margin, NONE);
    }

    private ImportedKey takeUpTo(long last, long margin, long value) {
        return take(gaplessPlan(margin), fleet, new SourceKey.Counter("a", value, last, Optional.empty()));
    }

    @Test
    void theSequenceEndsWhereTheCounterDoes() {
        assertThat(takeUpTo(1_000, 10, 989)).isEqualTo(row("a", 989, 1_000, Outcome.CREATED, ""));
        assertThat(fleet.states.get("a").definition().ranges()).containsExactly(new NumberRange(1_000, 1_000));
    }

    @Test
    void aCounterThatComesToItsOwnEndFails() {
        String none = "no number up to 1000 is left above it with a margin of 10";
        assertThat(takeUpTo(1_000, 10, 990)).isEqualTo(row("a", 990, Outcome.FAILED, none));
        assertThat(takeUpTo(0, 0, -7))
                .as("below 1 no sequence has numbers")
                .isEqualTo(row("a", -7, Outcome.FAILED, "no number up to 0 is left above it with a margin of 0"));
        assertThat(fleet.states).isEmpty();
    }

    @Test
    void aCounterMayGoOnAsAGaplessSequence() {
        assertThat(takeUpTo(1_000, 10, 41).outcome()).isEqualTo(Outcome.CREATED);
        assertThat(fleet.states.get("a").definition().mode()).isEqualTo(SequenceMode.GAPLESS);
        assertThat(takeUpTo(1_000, 10, 41)).isEqualTo(row("a", 41, 52, Outcome.EXISTS, ""));
    }

    private ImportedKey takeBy(long step, SequenceMode mode, Action action, long margin, long value, long last) {
        return take(
                new ImportPlan(action, mode, margin, NONE),
                fleet,
                new SourceKey.Counter("a", value, last, step, Optional.of("it counts by steps of " + step)));
    }

    private ImportedKey takeByFifty(long margin, long value, long last) {
        return takeBy(50, SequenceMode.BLOCK, Action.CREATE, margin, value, last);
    }

    @Test
    void aCounterThatCountsByStepsGoesOnBySteps() {
        ImportedKey created = takeByFifty(10, 651, 1_000_000);

        assertThat(created.outcome()).isEqualTo(Outcome.CREATED);
        assertThat(created.first()).hasValue(651 + 11 * 50);
        assertThat(created.left()).as("as many as the margin").hasValue(10);
        assertThat(created.detail()).isEqualTo("it counts by steps of 50");
        assertThat(fleet.states.get("a").definition().step()).isEqualTo(50);
        assertThat(fleet.states.get("a").definition().ranges()).containsExactly(new NumberRange(1_201, 999_951));
    }

    @Test
    void aMarginOfStepsIsUsedUpStepByStep() {
        ImportedKey unused = takeByFifty(10, 651, 1_000_000);

        assertThat(takeByFifty(10, 701, 1_000_000).outcome()).isEqualTo(Outcome.NEAR);
        assertThat(takeByFifty(10, 701, 1_000_000).left()).hasValue(9);
        assertThat(takeByFifty(10, 1_151, 1_000_000).left()).hasValue(0);
        assertThat(takeByFifty(10, 1_201, 1_000_000).outcome()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void stepsBeginAtTheirFirstNumberAboveZeroAndEndWithinTheCounters() {
        assertThat(takeByFifty(0, -149, 100).first()).hasValue(1);
        assertThat(fleet.states.get("a").definition().ranges()).containsExactly(new NumberRange(1, 51));
        fleet.states.clear();
        assertThat(takeByFifty(0, Long.MAX_VALUE - 50, Long.MAX_VALUE).first()).hasValue(Long.MAX_VALUE);
        fleet.states.clear();
        assertThat(takeByFifty(1, Long.MAX_VALUE - 50, Long.MAX_VALUE).detail())
                .isEqualTo("no number up to 2^63-1 is left above it with a margin of 1");
        assertThat(takeByFifty(Long.MAX_VALUE, Long.MIN_VALUE + 50, Long.MAX_VALUE)
                        .outcome())
                .isEqualTo(Outcome.FAILED);
    }

    @ParameterizedTest
    @EnumSource(Action.class)
    void aGaplessSequenceTakesThePlaceOfNoSteps(Action action) {
        assertThat(takeBy(50, SequenceMode.GAPLESS, action, 1, 651, 1_000_000).detail())
                .isEqualTo("it counts by steps of 50, and a gapless sequence by ones: import it with another --mode");
        assertThat(fleet.states).isEmpty();
    }

    @Test
    void aSequenceOfTheNameThatCountsOtherwiseFails() {
        ImportedKey unused = takeByFifty(10, 651, 1_000_000);

        ImportedKey other = takeBy(10, SequenceMode.BLOCK, Action.CHECK, 10, 651, 1_000_000);
        assertThat(other.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(other.detail())
                .isEqualTo(
                        "there is a sequence of this name that counts by steps of 50, and the counter by steps of 10");
    }

    @Test
    void whatElseIsToBeKnownOfACounterIsToldWithItsSequence() {
        SourceKey counter = new SourceKey.Counter("a", 5, Long.MAX_VALUE, Optional.of("there are others"));

        assertThat(take(gaplessPlan(1), fleet, counter)).isEqualTo(row("a", 5, 7, Outcome.CREATED, "there are others"));
        assertThat(take(gaplessPlan(2), fleet, counter).detail())
                .isEqualTo(
                        "less than 2 are left; it is not in use yet: to begin higher, snowkeeper sequence delete a --next 7, and import again");
    }

    @Test
    void aSequenceThatSomebodyElseHasJustCreatedIsCompared() {
        Fleet racing = new Fleet() {
            private boolean created;

            @Override
            public Optional<SequenceDescription> find(String name) {
                return created
                        ? Optional.of(state(name, SequenceMode.BLOCK, 20, List.of(new NumberRange(20, 30))))
                        : Optional.empty();
            }

            @Override
            public SequenceDescription create(String name, SequenceMode mode, NumberRange range, long step) {
                created = true;
                throw new RefusedException("n1", 21, "there is another one");
            }
        };

        assertThat(take(new ImportPlan(Action.CREATE, SequenceMode.BLOCK, 5, NONE), racing, SourceKey.counter("a", 1)))
                .isEqualTo(row("a", 1, 20, Outcome.EXISTS, ""));
    }

    @Test
    void whatTheFleetRefusesIsToldOfThatKey() {
        Fleet refusing = new Sequences() {
            @Override
            public SequenceDescription create(String name, SequenceMode mode, NumberRange range, long step) {
                throw new RefusedException("n1", 22, "token is missing");
            }
        };

        assertThat(take(
                        new ImportPlan(Action.CREATE, SequenceMode.BLOCK, 5, NONE),
                        refusing,
                        SourceKey.counter("a", 1)))
                .isEqualTo(row("a", 1, Outcome.FAILED, "token is missing (error 22)"));
    }

    @Test
    void aPlanThatIsNoneIsRefused() {
        assertThatThrownBy(() -> new ImportPlan(Action.TRY, SequenceMode.BLOCK, -1, NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be >= 0: margin=-1");
    }
}
