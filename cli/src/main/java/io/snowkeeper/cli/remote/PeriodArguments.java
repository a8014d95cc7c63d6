package io.snowkeeper.cli.remote;

import io.snowkeeper.core.business.PeriodRule;
import io.snowkeeper.core.sequence.GivenOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The periods in each of which a sequence that is created counts anew. */
final class PeriodArguments {

    @ArgGroup(exclusive = false)
    private @Nullable Rule rule;

    /** A length and a zone: one means nothing without the other. */
    private static final class Rule {

        @Option(
                names = "--period",
                paramLabel = "PERIOD",
                required = true,
                description = "Count from the first number in each year, quarter, month or day, for good.")
        private String period;

        @Option(
                names = "--zone",
                paramLabel = "ZONE",
                required = true,
                description = "The time zone whose midnight begins a period, as Europe/Berlin or UTC.")
        private String zone;
    }

    /**
     * Returns options with the periods, if they are given.
     *
     * @throws IllegalArgumentException if there is no such period, or no such zone
     */
    GivenOptions addTo(GivenOptions options) {
        return rule == null ? options : options.withPeriods(PeriodRule.of(rule.period, rule.zone));
    }
}
