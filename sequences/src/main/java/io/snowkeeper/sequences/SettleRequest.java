package io.snowkeeper.sequences;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.SequenceName;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A decision about a reservation of a gapless sequence, given by its name or by its number.
 *
 * @param sequence the sequence's name
 * @param reservation the reservation, empty if {@code number} is given
 * @param number the number of a pending reservation of one number, empty if {@code reservation} is given
 * @param settlement the decision
 * @param subject the requester, as the port knows it; empty if unknown
 * @param reason why; present for {@link Settlement#VOID}, 1 to {@value #MAX_REASON} characters of well-formed Unicode
 *     without control characters
 * @param period the period that {@code number} is of; empty for the present one, or if the sequence has none
 */
public record SettleRequest(
        String sequence,
        Optional<String> reservation,
        OptionalLong number,
        Settlement settlement,
        Optional<String> subject,
        Optional<String> reason,
        Optional<Period> period) {

    /** The most characters (UTF-16 code units) that a reason has. */
    public static final int MAX_REASON = 256;

    /** @throws InvalidSequenceException if a value is out of its range */
    public SettleRequest {
        SequenceName.require(sequence);
        if (reservation.isPresent() == number.isPresent()) {
            throw new InvalidSequenceException("either a reservation or a number is given, and not both");
        }
        if (period.isPresent() && number.isEmpty()) {
            throw new InvalidSequenceException("a period is given with a number, and not with a reservation");
        }
        if (settlement == Settlement.VOID && reason.isEmpty()) {
            throw new InvalidSequenceException("a number is made void with a reason; give one");
        }
        reason.ifPresent(SettleRequest::requireReason);
    }

    /** Decides about a number of the present period, or of a sequence without periods. */
    public SettleRequest(
            String sequence,
            Optional<String> reservation,
            OptionalLong number,
            Settlement settlement,
            Optional<String> subject,
            Optional<String> reason) {
        this(sequence, reservation, number, settlement, subject, reason, Optional.empty());
    }

    /** Makes a decision about a reservation by its name, without a subject. */
    public static SettleRequest of(String sequence, String reservation, Settlement settlement) {
        return new SettleRequest(
                sequence,
                Optional.of(reservation),
                OptionalLong.empty(),
                settlement,
                Optional.empty(),
                Optional.empty());
    }

    /** Returns this request with another subject. */
    public SettleRequest by(String newSubject) {
        return new SettleRequest(sequence, reservation, number, settlement, Optional.of(newSubject), reason, period);
    }

    /** Returns this request with the period that its number is of. */
    public SettleRequest in(Period newPeriod) {
        return new SettleRequest(sequence, reservation, number, settlement, subject, reason, Optional.of(newPeriod));
    }

    private static void requireReason(String reason) {
        if (reason.isBlank() || reason.length() > MAX_REASON) {
            throw new InvalidSequenceException(
                    "a reason must have 1 to %s characters: length=%s".formatted(MAX_REASON, reason.length()));
        }
        if (reason.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidSequenceException("a reason must not have control characters");
        }
        TextCheck.requireUndamaged("reason", reason);
    }
}
