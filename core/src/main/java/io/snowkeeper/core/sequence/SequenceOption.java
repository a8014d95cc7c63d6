package io.snowkeeper.core.sequence;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.text.DurationFormat;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An option of a sequence: its name in requests and reports, the type of its value, and the modes in which it has a
 * meaning. The order is that in which options are reported.
 */
public enum SequenceOption {
    /** A {@link Long}. */
    MIN_BLOCK(
            SequenceMode.BLOCK,
            Kind.NUMBER,
            SequenceOptions::minBlock,
            "the fewest numbers that a node keeps. New sequences: 100"),

    /** A {@link Long}. */
    MAX_BLOCK(
            SequenceMode.BLOCK,
            Kind.NUMBER,
            SequenceOptions::maxBlock,
            "the most numbers that a node keeps, and may lose. New sequences: 100000"),

    /** A {@link Duration}. */
    RESERVATION_TIME(
            SequenceMode.GAPLESS,
            Kind.TIME,
            SequenceOptions::reservationTime,
            "how long a number may stay unconfirmed: 1s to 24h. New sequences: 60s"),

    /** An {@link AtExpiry}. */
    AT_EXPIRY(
            SequenceMode.GAPLESS,
            Kind.FATE,
            SequenceOptions::atExpiry,
            "when that time is over: hold, the number waits for its key or an operator; return, it is handed out again. New sequences: hold"),

    /** A {@link Long}. */
    MAX_PENDING(
            SequenceMode.GAPLESS,
            Kind.NUMBER,
            options -> (long) options.maxPending(),
            "how many reservations may be unconfirmed: 1 to 200000. New sequences: 100000"),

    /** A {@link Duration}, or {@link Retention#FOREVER}. */
    KEY_RETENTION(
            null,
            Kind.RETENTION,
            SequenceOptions::keyRetention,
            "How long a key is known at least, such as 30d: 1s to 10y (of 365 days), or forever. As long as a client may repeat a call for its document. New sequences: 10m, in gapless mode 7d"),

    /** A {@link Long}. */
    MAX_KEYS(
            null,
            Kind.NUMBER,
            options -> (long) options.maxKeys(),
            "How many keys may be known at once (with --key-retention forever: ever): 1 to 5000000, each some 620 bytes of ZooKeeper's heap. New sequences: 100000, in gapless mode 1000000"),

    /** An {@link Optional} {@link NumberFormat}. */
    FORMAT(
            null,
            Kind.FORMAT,
            SequenceOptions::format,
            "How numbers are written, as 'RE-{yyyy}-{n:000000}'; none for no text. docs/use/business-numbers.md lists the fields. New sequences: none"),

    /** A {@link Duration}, or {@link Retention#FOREVER}. */
    LEDGER_RETENTION(
            SequenceMode.GAPLESS,
            Kind.RETENTION,
            SequenceOptions::ledgerRetention,
            "how long entries of the ledger are kept that were not released: 1s to 876000h, or forever. New sequences: forever");

    private final String text = name().toLowerCase(Locale.ROOT);
    private final Optional<SequenceMode> mode;
    private final Kind kind;
    private final Function<SequenceOptions, Object> getter;
    private final String help;

    /** @param mode null if it means something in every one */
    SequenceOption(@Nullable SequenceMode mode, Kind kind, Function<SequenceOptions, Object> getter, String help) {
        this.mode = Optional.ofNullable(mode);
        this.kind = kind;
        this.getter = getter;
        this.help = help;
    }

    /** The type of a value, and how it is read. */
    private enum Kind {
        NUMBER("N", "must be an integer of 64 bits, as a number or a decimal string", Kind::number),
        TIME("TIME", DurationFormat.RULE, DurationFormat::parse),
        RETENTION("TIME", Retention.RULE, Retention::parse),
        FATE("FATE", "must be \"hold\" or \"return\"", AtExpiry::of),
        FORMAT("FORMAT", "must be a string of 1 to " + NumberFormat.MAX_LENGTH + " characters", Kind::format);

        private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+");

        /** How it is written that numbers have no format: a format has a field. */
        private static final String NO_FORMAT = "none";

        final String label;
        final String rule;
        final Function<String, Optional<?>> parser;

        Kind(String label, String rule, Function<String, Optional<?>> parser) {
            this.label = label;
            this.rule = rule;
            this.parser = parser;
        }

        private static Optional<Long> number(String text) {
            try {
                return DECIMAL.matcher(text).matches() ? Optional.of(Long.valueOf(text)) : Optional.empty();
            } catch (NumberFormatException e) {
                // More than 64 bits.
                return Optional.empty();
            }
        }

        private static Optional<Optional<NumberFormat>> format(String pattern) {
            if (pattern.isEmpty() || pattern.length() > NumberFormat.MAX_LENGTH) {
                return Optional.empty();
            }
            try {
                return Optional.of(
                        pattern.equals(NO_FORMAT) ? Optional.empty() : Optional.of(NumberFormat.of(pattern)));
            } catch (IllegalArgumentException e) {
                throw new InvalidSequenceException(String.valueOf(e.getMessage()));
            }
        }
    }

    /** Returns the name by which it is given and reported: {@code min_block}. */
    public String text() {
        return text;
    }

    /** Returns the placeholder of its value in a usage of a command line. */
    public String label() {
        return kind.label;
    }

    /** Returns the option's help text for the command line. */
    public String help() {
        return mode.map(only -> Character.toUpperCase(only.text().charAt(0))
                                + only.text().substring(1) + " mode: ")
                        .orElse("")
                + help;
    }

    /** Returns whether its value is a number, not a text. */
    public boolean isNumber() {
        return kind == Kind.NUMBER;
    }

    /** Returns the rule for a value, for an error. */
    public String rule() {
        return kind.rule;
    }

    /**
     * Returns the value that is written so, empty if none is. Whether it is within its range, {@link SequenceOptions} checks.
     *
     * @throws InvalidSequenceException if it is no format
     */
    public Optional<Object> parse(String written) {
        return kind.parser.apply(written).map(value -> value);
    }

    /** Returns a value as it is written: a {@link Long} or a {@link String}. */
    static Object form(Object value) {
        if (value instanceof Duration time) {
            return Retention.format(time);
        }
        if (value instanceof AtExpiry fate) {
            return fate.text();
        }
        return value instanceof Optional<?> format
                ? format.map(Object::toString).orElse(Kind.NO_FORMAT)
                : value;
    }

    /** Checks that it means something in a mode. */
    void requireOf(SequenceMode present, Object value) {
        if (!isOf(present)) {
            throw new InvalidSequenceException("%s is an option of %s mode, leave it out: mode=%s, %s"
                    .formatted(text, mode.orElseThrow().text(), present.text(), shown(value)));
        }
    }

    private boolean isOf(SequenceMode present) {
        return mode.isEmpty() || mode.get() == present;
    }

    /** Returns name and value, for an error. */
    String shown(Object value) {
        Object form = form(value);
        return text + "=" + (form instanceof String word ? '"' + word + '"' : form);
    }

    /** Returns its value among those of all. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // The option's own type, which callers know.
    <T> T in(Map<SequenceOption, Object> values) {
        return (T) requireNonNull(values.get(this));
    }

    /** Returns all values of options. */
    static Map<SequenceOption, Object> valuesOf(SequenceOptions options) {
        Map<SequenceOption, Object> all = new EnumMap<>(SequenceOption.class);
        for (SequenceOption option : values()) {
            all.put(option, option.getter.apply(options));
        }
        return all;
    }

    /** Adds those options that mean something in a mode; a format, and an end of the ledger, only if there is one. */
    static void write(FieldWriter fields, SequenceMode mode, SequenceOptions options) {
        for (SequenceOption option : values()) {
            Object value = option.getter.apply(options);
            if (!option.isOf(mode) || ((option == FORMAT || option == LEDGER_RETENTION) && isNone(value))) {
                continue;
            }
            if (form(value) instanceof Long number) {
                fields.number(option.text, number);
            } else {
                fields.text(option.text, (String) form(value));
            }
        }
    }

    private static boolean isNone(Object value) {
        return value.equals(Optional.empty()) || value.equals(Retention.FOREVER);
    }

    /** Reads the options that {@link #write} has added. */
    static GivenOptions read(FieldReader fields) {
        GivenOptions given = GivenOptions.NONE;
        for (SequenceOption option : values()) {
            String key = option.text;
            Optional<String> written = option.isNumber()
                    ? fields.numberIfGiven(key).stream()
                            .mapToObj(Long::toString)
                            .findFirst()
                    : fields.textIfGiven(key);
            if (written.isPresent()) {
                given = given.with(
                        option,
                        option.parse(written.get())
                                .orElseThrow(() -> new InvalidSequenceException(key + " " + option.rule())));
            }
        }
        return given;
    }
}
