package io.snowkeeper.sequences.ledger;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.text.WellFormedText;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The content of a ledger entry, before it has its place there.
 *
 * @param event the event
 * @param numbers to which numbers, as runs; none for {@link LedgerEvent#CONFIGURE}
 * @param reservation of which reservation, counted in the sequence from 0
 * @param key the key that the numbers were asked for with
 * @param subject the caller, as the port knew it
 * @param reason why, or the new settings
 * @param period the period that begins; for a settled reservation, its period, if another one has begun since
 */
public record Posting(
        LedgerEvent event,
        List<NumberRange> numbers,
        OptionalLong reservation,
        Optional<String> key,
        Optional<String> subject,
        Optional<String> reason,
        Optional<String> period) {

    /** Why numbers were made void, or confirmed by the books, at the end of a restore. */
    public static final String RESTORED = "restored";

    /** @throws InvalidLedgerException if a text is empty, or no text, or a reservation or a period is missing */
    public Posting {
        numbers = List.copyOf(numbers);
        requireText("key", key);
        requireText("subject", subject);
        requireText("reason", reason);
        period.ifPresent(Posting::requirePeriod);
        if (event == LedgerEvent.TURN && period.isEmpty()) {
            throw new InvalidLedgerException("must have the period that begins: event=" + event.text());
        }
        if (event.isOfReservation() && (reservation.isEmpty() || numbers.isEmpty())) {
            throw new InvalidLedgerException(
                    "must have a reservation and its numbers: event=%s, reservation=%s, numbers=%s"
                            .formatted(event.text(), reservation, NumbersText.of(numbers)));
        }
    }

    /** Makes one without a period, or of the present one. */
    public Posting(
            LedgerEvent event,
            List<NumberRange> numbers,
            OptionalLong reservation,
            Optional<String> key,
            Optional<String> subject,
            Optional<String> reason) {
        this(event, numbers, reservation, key, subject, reason, Optional.empty());
    }

    /** Returns this posting as of a period. */
    public Posting in(String ofPeriod) {
        return new Posting(event, numbers, reservation, key, subject, reason, Optional.of(ofPeriod));
    }

    /** Makes the posting of a reservation. */
    public static Posting reserve(
            long reservation, List<NumberRange> numbers, Optional<String> key, Optional<String> subject) {
        return new Posting(LedgerEvent.RESERVE, numbers, OptionalLong.of(reservation), key, subject, Optional.empty());
    }

    /** Makes the posting of a reservation's settlement. */
    public static Posting settle(
            LedgerEvent event,
            long reservation,
            List<NumberRange> numbers,
            Optional<String> subject,
            Optional<String> reason) {
        return new Posting(event, numbers, OptionalLong.of(reservation), Optional.empty(), subject, reason);
    }

    /** Makes the posting of an event of the sequence. */
    public static Posting of(LedgerEvent event, List<NumberRange> numbers, Optional<String> reason) {
        return new Posting(event, numbers, OptionalLong.empty(), Optional.empty(), Optional.empty(), reason);
    }

    /** Makes the posting of a period's beginning, with the end of the one before, if there was one. */
    public static Posting turn(String period, Optional<String> end) {
        return new Posting(
                LedgerEvent.TURN,
                List.of(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                end,
                Optional.of(period));
    }

    private static void requirePeriod(String text) {
        try {
            Period.parse(text);
        } catch (IllegalArgumentException e) {
            throw new InvalidLedgerException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Half of a character would not be read as it was written. */
    private static void requireText(String name, Optional<String> text) {
        text.ifPresent(present -> {
            if (present.isEmpty() || WellFormedText.halfAt(present).isPresent()) {
                throw new InvalidLedgerException("must be a text of one character at least: " + name);
            }
        });
    }
}
