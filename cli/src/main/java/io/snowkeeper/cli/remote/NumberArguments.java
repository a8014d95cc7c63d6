package io.snowkeeper.cli.remote;

import io.snowkeeper.client.ParsedText;
import io.snowkeeper.client.SequenceClient;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The ways to give a number of a pending reservation: by itself, and its period if it has one, or by its text. */
final class NumberArguments {

    @Option(
            names = "--number",
            paramLabel = "N",
            description = "The only number of a pending reservation, of any client.")
    private @Nullable Long number;

    @Option(
            names = "--period",
            paramLabel = "PERIOD",
            description = "The period of the number, as 2026, 2026-Q4, 2026-11 or 2026-11-25. Default: the present one")
    private @Nullable String period;

    @Option(
            names = "--text",
            paramLabel = "TEXT",
            description = "The number as its sequence's format writes it, instead of the number and its period.")
    private @Nullable String text;

    /** Returns these with a number that was given in another place. */
    NumberArguments orNumber(long other) {
        NumberArguments both = new NumberArguments();
        both.number = other;
        both.period = period;
        both.text = text;
        return both;
    }

    /** Returns how many ways there are to know the number; one is right. */
    int given() {
        return (number == null ? 0 : 1) + (text == null ? 0 : 1);
    }

    /** Returns whether there is a period only with a number. */
    boolean isPeriodOfNumber() {
        return period == null || number != null;
    }

    /**
     * Returns the number.
     *
     * @throws IllegalArgumentException if the period is none, or the text is none of the sequence's numbers
     */
    BusinessNumber number(SequenceClient sequence) {
        if (text != null) {
            ParsedText parsed = sequence.parse(text);
            return parsed.number()
                    .filter(number -> parsed.valid())
                    .orElseThrow(
                            () -> new IllegalArgumentException(parsed.problem().orElse("no number: " + text)));
        }
        if (number == null) {
            throw new IllegalArgumentException("a number or its text must be given");
        }
        return new BusinessNumber(Optional.ofNullable(period).map(Period::parse), number);
    }
}
