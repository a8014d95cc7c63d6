package io.snowkeeper.core.sequence;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.DoubleSupplier;

/**
 * A writer of a value's fields, in their order. A value writes itself by it, so that it has one form in all protocols; where a protocol
 * has another form of numbers, ranges or times, its writer knows it.
 */
public interface FieldWriter {

    /** Adds a whole number. */
    void number(String key, long value);

    /** Adds a whole number, null if there is none. */
    void number(String key, OptionalLong value);

    /** Adds a text. */
    void text(String key, String value);

    /** Adds a text, null if there is none. */
    void text(String key, Optional<String> value);

    /** Adds a list of whole numbers. */
    void numbers(String key, long[] values);

    /** Adds a list of texts. */
    void texts(String key, List<String> values);

    /**
     * Adds a list of objects.
     *
     * @param writer adds the fields of one of them
     */
    <T> void objects(String key, List<T> values, BiConsumer<T, FieldWriter> writer);

    /** Adds a number of a sequence, or how many there are: it may be beyond 2^53, which some readers of JSON round. */
    default void large(String key, long value) {
        number(key, value);
    }

    /** Adds a number as {@link #large(String, long)} does, null if there is none. */
    default void large(String key, OptionalLong value) {
        number(key, value);
    }

    /** Adds ranges. */
    default void ranges(List<NumberRange> ranges) {
        numbers("from", ranges.stream().mapToLong(NumberRange::from).toArray());
        numbers("to", ranges.stream().mapToLong(NumberRange::to).toArray());
    }

    /** Adds a time. */
    default void time(String key, Instant time) {
        number(key + "_ms", time.toEpochMilli());
    }

    /** Adds a share, 0 to 1, where a protocol has fractions. */
    default void share(String key, DoubleSupplier share) {}
}
