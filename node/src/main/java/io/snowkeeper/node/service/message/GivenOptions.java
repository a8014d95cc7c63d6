package io.snowkeeper.node.service.message;

import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;

/**
 * The options that a client gives for a sequence, and what they make of others: those that are not given stay as they are.
 *
 * @param given which ones
 * @param shown them as they were sent, for errors
 * @param format {@link #NO_FORMAT} to have none any more
 */
record GivenOptions(
        List<SequenceOption> given,
        List<String> shown,
        OptionalLong minBlock,
        OptionalLong maxBlock,
        Optional<Duration> reservationTime,
        Optional<Duration> keyRetention,
        OptionalLong maxKeys,
        OptionalLong maxPending,
        Optional<AtExpiry> atExpiry,
        Optional<String> format,
        Optional<Duration> ledgerRetention)
        implements BiFunction<SequenceMode, SequenceOptions, SequenceOptions> {

    /** How it is written that numbers have no format: a format has a field. */
    private static final String NO_FORMAT = "none";

    static GivenOptions read(RequestFields fields) {
        List<SequenceOption> given = new ArrayList<>();
        List<String> shown = new ArrayList<>();
        for (SequenceOption option : SequenceOption.values()) {
            if (fields.has(option.key())) {
                given.add(option);
                shown.add(fields.shown(option.key()));
            }
        }
        return new GivenOptions(
                given,
                shown,
                fields.optionalNumber(RequestKey.MIN_BLOCK),
                fields.optionalNumber(RequestKey.MAX_BLOCK),
                fields.optionalDuration(RequestKey.RESERVATION_TIME),
                fields.optionalRetention(RequestKey.KEY_RETENTION),
                fields.optionalNumber(RequestKey.MAX_KEYS),
                fields.optionalNumber(RequestKey.MAX_PENDING),
                fields.has(RequestKey.AT_EXPIRY)
                        ? Optional.of(fields.choice(RequestKey.AT_EXPIRY, AtExpiry.values()))
                        : Optional.empty(),
                fields.optionalText(RequestKey.FORMAT, NumberFormat.MAX_LENGTH),
                fields.optionalRetention(RequestKey.LEDGER_RETENTION));
    }

    /** @throws InvalidSequenceException if one is not an option of the mode, or out of its range */
    @Override
    public SequenceOptions apply(SequenceMode mode, SequenceOptions present) {
        requireOf(mode);
        Duration retention = keyRetention.orElse(present.keyRetention());
        return new SequenceOptions(
                minBlock.orElse(present.minBlock()),
                maxBlock.orElse(present.maxBlock()),
                mode == SequenceMode.GAPLESS
                        ? reservationTime.orElse(present.reservationTime())
                        : meaningless(retention),
                retention,
                entries(maxKeys.orElse(present.maxKeys())),
                entries(maxPending.orElse(present.maxPending())),
                atExpiry.orElse(present.atExpiry()),
                format.isEmpty()
                        ? present.format()
                        : format.filter(text -> !text.equals(NO_FORMAT)).map(GivenOptions::format),
                ledgerRetention.orElse(present.ledgerRetention()));
    }

    private static NumberFormat format(String pattern) {
        try {
            return NumberFormat.of(pattern);
        } catch (IllegalArgumentException e) {
            throw new InvalidSequenceException(String.valueOf(e.getMessage()));
        }
    }

    private void requireOf(SequenceMode mode) {
        for (int i = 0; i < given.size(); i++) {
            SequenceOption option = given.get(i);
            if (!option.isOf(mode)) {
                throw new InvalidSequenceException("%s is an option of %s mode, leave it out: mode=%s, %s"
                        .formatted(option.name, option.mode().orElseThrow().text(), mode.text(), shown.get(i)));
            }
        }
    }

    /** Nobody can give a reservation time where nothing is reserved, so it must not be longer than a key's time that is given. */
    private static Duration meaningless(Duration retention) {
        Duration usual = SequenceOptions.DEFAULT.reservationTime();
        return usual.compareTo(retention) < 0 ? usual : retention;
    }

    /** Far too many or too few are as many as fit, and are refused as such. */
    private static int entries(long given) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, given));
    }
}
