package io.snowkeeper.client;

import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.InvalidAnswerException;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.LedgerPage;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceSummary;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A reader of answers about sequences. */
final class SequenceAnswers {

    private SequenceAnswers() {}

    /** @throws InvalidAnswerException if the next page would not come after the requested cursor: it would never end */
    static Page<String> names(Answer answer, Optional<String> after) {
        return new Page<>(answer.texts("sequences"), nextOfList(answer, after));
    }

    /** @throws InvalidAnswerException as {@link #names} does, or if it has only names */
    static Page<SequenceSummary> sequences(Answer answer, Optional<String> after) {
        nextOfList(answer, after);
        return Page.read(answer, "states", SequenceSummary::read);
    }

    private static Optional<String> nextOfList(Answer answer, Optional<String> after) {
        Optional<String> next = answer.textIfGiven("next");
        if (next.isPresent() && after.isPresent() && next.get().compareTo(after.get()) <= 0) {
            throw new InvalidAnswerException("next must come after what was asked for");
        }
        return next;
    }

    /** @throws InvalidAnswerException if it does not have {@code count} numbers, each once */
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
                answer.textIfGiven("period").map(Period::parse));
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
                        ? Optional.of(
                                new BusinessNumber(answer.textIfGiven("period").map(Period::parse), number.getAsLong()))
                        : Optional.empty(),
                problem);
    }

    /** @throws InvalidAnswerException if it is of another sequence */
    static SequenceDescription state(Answer answer, String name) {
        SequenceDescription sequence = SequenceDescription.read(answer);
        if (!sequence.definition().name().equals(name)) {
            throw new InvalidAnswerException("sequence must be " + name);
        }
        return sequence;
    }

    /** @throws InvalidAnswerException if the next page would begin where this one did: it would never end */
    static Page<PendingReservation> pending(Answer answer, Optional<String> after) {
        Page<PendingReservation> page = Page.read(answer, "reservations", PendingReservation::read);
        if (page.next().isPresent() && page.next().equals(after)) {
            throw new InvalidAnswerException("next must not be what was asked for");
        }
        return page;
    }

    /** @throws InvalidAnswerException if it does not go on from its entries: asking for more would never end */
    static LedgerPage<String> ledger(Answer answer, long from) {
        LedgerPage<String> page = LedgerPage.read(answer);
        if (page.next() != from + page.entries().size()) {
            throw new InvalidAnswerException("next must be what comes after the entries");
        }
        return page;
    }
}
