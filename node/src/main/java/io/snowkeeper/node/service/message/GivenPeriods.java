package io.snowkeeper.node.service.message;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.business.PeriodRule;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import java.util.Optional;

/** The reader of a client's fields about periods. */
final class GivenPeriods {

    private static final int MAX_LENGTH = 64;

    private GivenPeriods() {}

    /**
     * Returns the rule of a sequence's periods, empty if there are none.
     *
     * @throws RequestRefusedException if one of {@link RequestKey#PERIOD} and {@link RequestKey#ZONE} is given without the other, or is none
     */
    static Optional<PeriodRule> read(RequestFields fields) {
        Optional<String> period = fields.optionalText(RequestKey.PERIOD, MAX_LENGTH);
        Optional<String> zone = fields.optionalText(RequestKey.ZONE, MAX_LENGTH);
        if (period.isPresent() != zone.isPresent()) {
            throw malformed(
                    "a period begins at a midnight: give period, such as year, and zone, such as Europe/Berlin, or none of them: %s, %s"
                            .formatted(fields.shown(RequestKey.PERIOD), fields.shown(RequestKey.ZONE)));
        }
        if (period.isEmpty() || zone.isEmpty()) {
            return Optional.empty();
        }
        PeriodLength length = PeriodLength.of(period.get())
                .orElseThrow(() ->
                        malformed("period must be year, quarter, month or day: " + fields.shown(RequestKey.PERIOD)));
        try {
            return Optional.of(PeriodRule.of(length, zone.get()));
        } catch (IllegalArgumentException e) {
            throw new InvalidSequenceException(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns the period that a number is of, empty if it is not said.
     *
     * @throws RequestRefusedException if it is none
     */
    static Optional<Period> period(RequestFields fields) {
        try {
            return fields.optionalText(RequestKey.PERIOD, MAX_LENGTH).map(Period::parse);
        } catch (IllegalArgumentException e) {
            throw malformed(String.valueOf(e.getMessage()));
        }
    }

    private static RequestRefusedException malformed(String text) {
        return new RequestRefusedException(ErrorCode.MALFORMED_REQUEST, text);
    }
}
