package io.snowkeeper.client;

import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.InvalidAnswerException;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.business.PeriodRule;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Retention;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.text.DurationFormat;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A reader of answers about sequences. */
final class SequenceAnswers {

    private SequenceAnswers() {}

    /** @throws InvalidAnswerException if what follows it would not come after what was asked for: it would never end */
    static SequenceNamesPage names(Answer answer, Optional<String> after) {
        Optional<String> next = nextOfList(answer, after);
        return new SequenceNamesPage(answer.texts("sequences"), next);
    }

    /** @throws InvalidAnswerException as {@link #names} does, or if it tells names alone */
    static SequencesPage sequences(Answer answer, Optional<String> after) {
        Optional<String> next = nextOfList(answer, after);
        return new SequencesPage(
                answer.objects("states").stream().map(SequenceAnswers::summary).toList(), next);
    }

    private static SequenceSummary summary(Answer fields) {
        return new SequenceSummary(
                fields.text("sequence"),
                mode(fields.text("mode")),
                fields.optionalNumber("next"),
                fields.number("remaining"),
                fields.number("pending"),
                fields.numberIfGiven("step").orElse(1));
    }

    private static Optional<String> nextOfList(Answer answer, Optional<String> after) {
        Optional<String> next = answer.textIfGiven("next");
        if (next.isPresent() && after.isPresent() && next.get().compareTo(after.get()) <= 0) {
            throw new InvalidAnswerException("next must come after what was asked for");
        }
        return next;
    }

    /** @throws InvalidAnswerException if it does not have so many numbers, each once */
    static SequenceNumbers numbers(Answer answer, int count) {
        long[] numbers = answer.numbers("numbers", count);
        long[] sorted = numbers.clone();
        Arrays.sort(sorted);
        long last = -1;
        for (long number : sorted) {
            if (number <= last) {
                throw new InvalidAnswerException("numbers must be >= 0 and differ: " + number);
            }
            last = number;
        }
        return new SequenceNumbers(
                Arrays.stream(numbers).boxed().toList(),
                answer.optionalText("reservation"),
                answer.fields().containsKey("texts") ? answer.texts("texts", count) : List.of(),
                period(answer, "period"));
    }

    /** @throws InvalidAnswerException if it has neither a number nor a problem */
    static ParsedText parsed(Answer answer) {
        OptionalLong number = answer.optionalNumber("number");
        Optional<String> problem = answer.optionalText("problem");
        boolean valid = answer.flag("valid");
        if (valid ? number.isEmpty() : problem.isEmpty()) {
            throw new InvalidAnswerException("must have a number if it is valid, else a problem");
        }
        return new ParsedText(
                valid,
                number.isPresent()
                        ? Optional.of(new BusinessNumber(period(answer, "period"), number.getAsLong()))
                        : Optional.empty(),
                problem);
    }

    private static Optional<Period> period(Answer answer, String key) {
        try {
            return answer.textIfGiven(key).map(Period::parse);
        } catch (IllegalArgumentException e) {
            throw new InvalidAnswerException(key + " must be a period");
        }
    }

    private static Optional<PeriodRule> periods(Answer answer) {
        Optional<String> length = answer.textIfGiven("period");
        if (length.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(PeriodRule.of(
                    PeriodLength.of(length.get()).orElseThrow(() -> new InvalidAnswerException("period is not known")),
                    answer.text("zone")));
        } catch (IllegalArgumentException e) {
            throw new InvalidAnswerException("zone is not known here");
        }
    }

    /** @throws InvalidAnswerException if it is of another sequence, or not complete */
    static SequenceState state(Answer answer, String name) {
        if (!answer.text("sequence").equals(name)) {
            throw new InvalidAnswerException("sequence must be " + name);
        }
        return new SequenceState(
                name,
                mode(answer.text("mode")),
                ranges(answer.numbers("from"), answer.numbers("to")),
                answer.optionalNumber("next"),
                answer.number("taken"),
                answer.number("remaining"),
                answer.number("returned"),
                answer.number("pending"),
                answer.number("keys"),
                options(answer),
                period(answer, "current_period"));
    }

    /** @throws InvalidAnswerException if what follows it begins where it began: it would never end */
    static PendingPage pending(Answer answer, Optional<String> after) {
        Optional<String> next = answer.textIfGiven("next");
        if (next.isPresent() && next.equals(after)) {
            throw new InvalidAnswerException("next must not be what was asked for");
        }
        return new PendingPage(
                answer.objects("reservations").stream()
                        .map(SequenceAnswers::pending)
                        .toList(),
                next);
    }

    /** @throws InvalidAnswerException if it does not go on from its entries: asking for more would never end */
    static LedgerPage ledger(Answer answer, long from) {
        LedgerPage page = new LedgerPage(answer.texts("entries"), answer.number("next"), answer.number("last"));
        if (page.next() != from + page.entries().size()) {
            throw new InvalidAnswerException("next must be what comes after the entries");
        }
        return page;
    }

    static LedgerStanding balance(Answer answer) {
        return new LedgerStanding(
                answer.text("identity"),
                answer.number("entries"),
                answer.text("hash"),
                time(answer.text("time")),
                answer.text("ranges"),
                answer.number("taken"),
                answer.number("returned"),
                answer.optionalText("returned_numbers"),
                answer.number("pending"),
                answer.textIfGiven("period"));
    }

    /** Returns none of what is about no ledger. */
    static Optional<LedgerMark> mark(Answer answer) {
        return answer.numberIfGiven("entries").stream()
                .mapToObj(entries -> new LedgerMark(entries, answer.optionalText("hash")))
                .findFirst();
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new InvalidAnswerException("time must be a time");
        }
    }

    private static PendingReservation pending(Answer fields) {
        return new PendingReservation(
                fields.text("reservation"),
                ranges(fields.numbers("from"), fields.numbers("to")),
                fields.optionalText("key"),
                fields.optionalText("by"),
                Instant.ofEpochMilli(fields.number("since_ms")),
                Instant.ofEpochMilli(fields.number("due_ms")),
                fields.textIfGiven("text"),
                period(fields, "period"));
    }

    private static SequenceOptions options(Answer answer) {
        return new SequenceOptions(
                answer.numberIfGiven("min_block"),
                answer.numberIfGiven("max_block"),
                answer.textIfGiven("reservation_time").map(SequenceAnswers::duration),
                answer.textIfGiven("key_retention").map(text -> retention("key_retention", text)),
                answer.numberIfGiven("max_keys"),
                answer.numberIfGiven("max_pending"),
                answer.textIfGiven("at_expiry").map(SequenceAnswers::fate),
                answer.textIfGiven("format"),
                answer.textIfGiven("ledger_retention").map(text -> retention("ledger_retention", text)),
                periods(answer),
                answer.numberIfGiven("step"));
    }

    private static Duration duration(String text) {
        return DurationFormat.parse(text)
                .orElseThrow(() -> new InvalidAnswerException("a time " + DurationFormat.RULE));
    }

    private static Duration retention(String key, String text) {
        return Retention.parse(text).orElseThrow(() -> new InvalidAnswerException(key + " " + Retention.RULE));
    }

    private static AtExpiry fate(String text) {
        try {
            return AtExpiry.parse(text);
        } catch (InvalidSequenceException e) {
            throw new InvalidAnswerException("at_expiry is not known");
        }
    }

    private static SequenceMode mode(String text) {
        return SequenceMode.of(text).orElseThrow(() -> new InvalidAnswerException("mode is not known"));
    }

    private static List<NumberRange> ranges(long[] from, long[] to) {
        if (from.length != to.length) {
            throw new InvalidAnswerException("from and to must have as many numbers");
        }
        List<NumberRange> ranges = new ArrayList<>();
        for (int i = 0; i < from.length; i++) {
            ranges.add(range(from[i], to[i]));
        }
        return ranges;
    }

    private static NumberRange range(long from, long to) {
        try {
            return new NumberRange(from, to);
        } catch (InvalidSequenceException e) {
            throw new InvalidAnswerException(String.valueOf(e.getMessage()));
        }
    }
}
