package io.snowkeeper.core.text;

import io.snowkeeper.core.DecomposedId;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableKind;
import io.snowkeeper.core.sortable.SortableLayout;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.core.sortable.UuidV7;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** An id of any form that a fleet hands out, read from its text. The length shows the form, and whether there are digits alone. */
public sealed interface AnyId {

    /**
     * Returns the parts of the id.
     *
     * @param layout how the bits of the fleet's 64-bit ids are used
     * @throws IllegalArgumentException if it is an id of 16 bytes whose time would be outside the years 2015 to 2149 in each unit
     */
    DecomposedId decompose(Layout layout);

    /** Returns the id as it is usually written: decimal, as a UUID, or in hex digits. */
    String text();

    /**
     * An id of 64 bits.
     *
     * @param id at least 0
     */
    record Snowflake(long id) implements AnyId {
        @Override
        public String text() {
            return Long.toString(id);
        }

        @Override
        public DecomposedId decompose(Layout layout) {
            return layout.decompose(id);
        }
    }

    /** A UUID of version 7. If another program made it, only the time is meaningful. */
    record Uuid(UuidV7 parts) implements AnyId {
        @Override
        public String text() {
            return parts.toUuid().toString();
        }

        @Override
        public DecomposedId decompose(Layout layout) {
            return new DecomposedId(Instant.ofEpochMilli(parts.unixMillis()), parts.workerId(), parts.counter());
        }
    }

    /** A sortable id. The unit of its time is the one in which it is in our days: no two can be. */
    record Sortable(SortableId id) implements AnyId {

        private static final Instant FROM = Instant.parse("2015-01-01T00:00:00Z");
        private static final Instant TO = Instant.parse("2150-01-01T00:00:00Z");

        @Override
        public String text() {
            return id.toString();
        }

        @Override
        public DecomposedId decompose(Layout layout) {
            for (SortableUnit unit : SortableUnit.values()) {
                SortableLayout parts = SortableKind.of(unit).layout();
                if (isOfOurDays(parts)) {
                    return new DecomposedId(timeOf(parts), parts.nodeOf(id), parts.counterOf(id));
                }
            }
            throw new IllegalArgumentException(
                    "the time of this id would be outside the years 2015 to 2149 in each unit: id=" + id);
        }

        private boolean isOfOurDays(SortableLayout parts) {
            // The first 3 bytes of the nanoseconds' 11 are 0.
            if (parts.timeBytes() > Long.BYTES
                    && id.high() >>> (Long.SIZE - Byte.SIZE * (parts.timeBytes() - Long.BYTES)) != 0) {
                return false;
            }
            long seconds = parts.timeOf(id) / ticksOfASecond(parts);
            return seconds >= FROM.getEpochSecond() && seconds < TO.getEpochSecond();
        }

        private Instant timeOf(SortableLayout parts) {
            long ticks = parts.timeOf(id);
            return Instant.ofEpochSecond(
                    ticks / ticksOfASecond(parts), ticks % ticksOfASecond(parts) * parts.tickNanos());
        }

        private static long ticksOfASecond(SortableLayout parts) {
            return SortableUnit.SECOND.nanos() / parts.tickNanos();
        }
    }

    /**
     * Returns a warning if an id's text looks as if JavaScript had rounded it to 53 bits, for people. About nine in ten
     * rounded ids above 10^17 look so. The others are multiples of a power of 2, as ids of a node with little load are.
     * One or two in a hundred that were never rounded look so, too, hence only a warning.
     *
     * @throws IllegalArgumentException if the text is a decimal number above {@link Long#MAX_VALUE}
     */
    static Optional<String> doubt(String text) {
        if (!isNumber(text) || text.length() > 19 || text.startsWith("0")) {
            return Optional.empty();
        }
        long id = IdFormat.DECIMAL.parse(text);
        double rounded = id;
        long exact = (long) rounded;
        if (exact == id || !shortest(rounded).equals(text)) {
            return Optional.empty();
        }
        long reach = (long) Math.ulp(rounded) / 2;
        return Optional.of(
                "JavaScript writes %s for each id from %s to %s, so it may have been one of these; have ids sent as text"
                        .formatted(text, exact - reach, exact + reach));
    }

    /**
     * Returns a whole number as JavaScript writes it: the fewest digits that distinguish it from all other numbers,
     * then zeros.
     */
    private static String shortest(double number) {
        BigDecimal exact = new BigDecimal(number);
        int digits = 1;
        while (exact.round(new MathContext(digits)).doubleValue() != number) {
            digits++;
        }
        return exact.round(new MathContext(digits)).toPlainString();
    }

    /**
     * Reads an id: 1 to 19 decimal digits; 11 characters of base 62, 13 of Crockford's base 32 or 16 hex digits, for 64 bits; a
     * {@linkplain PublicIds public} id, for which its key is needed; 26 characters of Crockford's base 32 or 32 hex digits, for 16 bytes; a
     * UUID of version 7, or a {@link TypeId} with one. Digits alone are decimal unless they begin with a 0 and are as many as another form
     * has.
     *
     * @throws IllegalArgumentException if the text is none of these; the message says why
     */
    static AnyId parse(String text, PublicIds publicIds) {
        if (isPublic(text)) {
            return new Snowflake(publicIds.parseAny(text));
        }
        if (text.indexOf('_') >= 0) {
            return uuid(TypeId.parse(text).uuid());
        }
        return switch (text.length()) {
            case 26 -> new Sortable(SortableIdFormat.CROCKFORD32.parse(text));
            case 32 -> new Sortable(SortableIdFormat.HEX.parse(text));
            case 36 -> uuid(SortableIdFormat.UUID.parse(text).toUuid());
            default -> new Snowflake(formatOf(text).parse(text));
        };
    }

    /** Returns whether a text can only be a {@linkplain PublicIds public} id, if it is one at all. */
    static boolean isPublic(String text) {
        int length = text.length() - text.lastIndexOf('_') - 1;
        return text.indexOf('_') >= 0
                ? length != TypeId.SUFFIX_LENGTH
                : (length == 12 || length == 14) && !isNumber(text);
    }

    /**
     * Reads an id whose bits are in {@linkplain BitReversal reversed order}.
     *
     * @throws IllegalArgumentException if the text is not 1 to 19 decimal digits
     */
    static AnyId reversed(String text) {
        return new Snowflake(BitReversal.of(IdFormat.DECIMAL.parse(text)));
    }

    private static AnyId uuid(UUID uuid) {
        return new Uuid(UuidV7.of(uuid));
    }

    private static boolean isNumber(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static IdFormat formatOf(String text) {
        if (!text.startsWith("0") && isNumber(text)) {
            return IdFormat.DECIMAL;
        }
        return switch (text.length()) {
            case 11 -> IdFormat.BASE62;
            case 13 -> IdFormat.CROCKFORD32;
            case 16 -> IdFormat.HEX;
            default -> IdFormat.DECIMAL;
        };
    }
}
