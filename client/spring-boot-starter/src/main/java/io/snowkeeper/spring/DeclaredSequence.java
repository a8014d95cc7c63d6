package io.snowkeeper.spring;

import io.snowkeeper.client.SequenceClient;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.business.PeriodRule;
import io.snowkeeper.core.sequence.GivenOptions;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code snowkeeper.sequences.NAME}: a sequence that is made when the application starts, unless it is
 * there.
 *
 * @param mode its promise
 * @param range its numbers, as from-to; several with a space between
 * @param step how far each number is from the one before
 * @param period year, quarter, month or day, in each of which it counts anew; once if it is left out
 * @param zone the time zone of its periods
 * @param allowOverlap whether another sequence may have some of its numbers
 * @param options its options by their names, such as format or key-retention
 */
public record DeclaredSequence(
        @Nullable SequenceMode mode,
        @Nullable String range,
        @DefaultValue("1") long step,
        @Nullable String period,
        @DefaultValue("UTC") String zone,
        @DefaultValue("false") boolean allowOverlap,
        @DefaultValue Map<SequenceOption, String> options) {

    private static final Logger LOG = LoggerFactory.getLogger(DeclaredSequence.class);

    /**
     * Makes the sequence, or compares the one that is there.
     *
     * @throws IllegalArgumentException if the settings are not those of a sequence, or the existing one differs in
     *     something that cannot be changed
     */
    void make(SequenceClient at) {
        if (mode == null || range == null) {
            throw new IllegalArgumentException("mode and range must be set");
        }
        Optional<PeriodRule> periods = Optional.ofNullable(period).map(length -> PeriodRule.of(length, zone));
        GivenOptions given = given(periods);
        List<NumberRange> ranges = NumberRange.parseAll(range);
        SequenceDefinition there = present(at)
                .orElseGet(() -> create(allowOverlap ? at.allowingOverlap() : at, mode, ranges, given))
                .definition();
        if (there.mode() != mode || there.step() != step || !there.periods().equals(periods)) {
            throw new IllegalArgumentException(
                    "the sequence exists, and cannot change its mode, step or periods: it has mode %s, step %s, periods %s; take another name for another sequence"
                            .formatted(
                                    there.mode().text(),
                                    there.step(),
                                    there.periods().map(PeriodRule::toString).orElse("none")));
        }
        if (!there.ranges().equals(ranges)
                || !given.applyTo(mode, there.options()).equals(there.options())) {
            LOG.warn(
                    "the sequence {} differs from snowkeeper.sequences, and is left as it is: it has ranges {} and {}",
                    there.name(),
                    there.ranges(),
                    there.options());
        }
    }

    private GivenOptions given(Optional<PeriodRule> periods) {
        GivenOptions given = GivenOptions.NONE;
        for (Map.Entry<SequenceOption, String> option : options.entrySet()) {
            given = given.with(
                    option.getKey(),
                    option.getKey()
                            .parse(option.getValue())
                            .orElseThrow(() -> new IllegalArgumentException("%s: %s=%s"
                                    .formatted(
                                            option.getKey().rule(),
                                            option.getKey().text(),
                                            option.getValue()))));
        }
        given = step == 1 ? given : given.withStep(step);
        return periods.map(given::withPeriods).orElse(given);
    }

    private static Optional<SequenceDescription> present(SequenceClient at) {
        try {
            return Optional.of(at.describe());
        } catch (RefusedException e) {
            if (e.code() == ErrorCode.KEY_DOES_NOT_EXIST.number()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Another instance of the application may be faster. */
    private static SequenceDescription create(
            SequenceClient at, SequenceMode mode, List<NumberRange> ranges, GivenOptions options) {
        try {
            return at.create(mode, ranges, options);
        } catch (RefusedException e) {
            return present(at).orElseThrow(() -> e);
        }
    }
}
