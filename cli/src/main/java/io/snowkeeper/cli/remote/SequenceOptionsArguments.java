package io.snowkeeper.cli.remote;

import io.snowkeeper.cli.options.DurationConverter;
import io.snowkeeper.client.SequenceOptions;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.Retention;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that a sequence may be given; those that are not given stay as they are. */
final class SequenceOptionsArguments {

    @Option(
            names = "--min-block",
            paramLabel = "N",
            description = "Block mode: the fewest numbers that a node keeps. New sequences: 100")
    private @Nullable Long minBlock;

    @Option(
            names = "--max-block",
            paramLabel = "N",
            description = "Block mode: the most numbers that a node keeps, and may lose. New sequences: 100000")
    private @Nullable Long maxBlock;

    @Option(
            names = "--reservation-time",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Gapless mode: how long a number may stay unconfirmed: 1s to 24h. New sequences: 60s")
    private @Nullable Duration reservationTime;

    @Option(
            names = "--key-retention",
            paramLabel = "TIME",
            converter = RetentionConverter.class,
            description =
                    "How long a key is known at the least, such as 30d: 1s to 10y (of 365 days), or forever. As long as"
                            + " anybody may ask again for its document. New sequences: 10m, in gapless mode 7d")
    private @Nullable Duration keyRetention;

    @Option(
            names = "--max-keys",
            paramLabel = "N",
            description =
                    "How many keys may be known at once, with --key-retention forever: ever. 1 to 5000000, of some 620"
                            + " bytes of ZooKeeper's heap each. New sequences: 100000, in gapless mode 1000000")
    private @Nullable Long maxKeys;

    @Option(
            names = "--max-pending",
            paramLabel = "N",
            description = "Gapless mode: how many reservations may be unconfirmed: 1 to 200000. New sequences: 100000")
    private @Nullable Long maxPending;

    @Option(
            names = "--at-expiry",
            paramLabel = "FATE",
            converter = AtExpiryConverter.class,
            description =
                    "Gapless mode: what becomes of a number that stays unconfirmed for longer: hold, it waits for its"
                            + " key or an operator; return, it is handed out again. New sequences: hold")
    private @Nullable AtExpiry atExpiry;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "How numbers are written, as 'RE-{yyyy}-{n:000000}'; none, to have no text."
                    + " docs/business-numbers.md tells the fields. New sequences: none")
    private @Nullable String format;

    @Option(
            names = "--ledger-retention",
            paramLabel = "TIME",
            converter = RetentionConverter.class,
            description =
                    "Gapless mode: how long entries of the ledger are kept that were not released: 1s to 876000h, or"
                            + " forever. New sequences: forever")
    private @Nullable Duration ledgerRetention;

    /** @throws IllegalArgumentException if a value is not positive */
    SequenceOptions given() {
        return new SequenceOptions(
                number(minBlock),
                number(maxBlock),
                Optional.ofNullable(reservationTime),
                Optional.ofNullable(keyRetention),
                number(maxKeys),
                number(maxPending),
                Optional.ofNullable(atExpiry),
                Optional.ofNullable(format),
                Optional.ofNullable(ledgerRetention),
                Optional.empty(),
                OptionalLong.empty());
    }

    private static OptionalLong number(@Nullable Long value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }

    /** A converter of how long something is kept. */
    private static final class RetentionConverter implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String value) {
            return Retention.parse(value)
                    .orElseThrow(() -> new TypeConversionException(Retention.RULE + ": '" + value + "'"));
        }
    }

    /** A converter of what {@code --at-expiry} may be. */
    private static final class AtExpiryConverter implements ITypeConverter<AtExpiry> {
        @Override
        public AtExpiry convert(String value) {
            try {
                return AtExpiry.parse(value);
            } catch (InvalidSequenceException e) {
                throw new TypeConversionException("must be hold or return: '" + value + "'");
            }
        }
    }
}
