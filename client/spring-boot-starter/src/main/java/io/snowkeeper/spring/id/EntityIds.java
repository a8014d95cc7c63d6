package io.snowkeeper.spring.id;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.text.IdFormat;
import io.snowkeeper.spring.NumberSequences;
import java.util.UUID;
import java.util.function.Supplier;

/** The ids that a property gets, by its type and its mark. Thread-safe. */
@FunctionalInterface
interface EntityIds {

    /** Returns an id of the property's type. */
    Object next();

    /**
     * Returns the ids of a property whose mark names no sequence.
     *
     * @param property what it is called, for people
     * @throws IllegalArgumentException if there are none for its type
     */
    static EntityIds of(Class<?> type, String property, Supplier<Ids> ids) {
        if (type == long.class || type == Long.class) {
            return () -> ids.get().next();
        }
        if (type == String.class) {
            return () -> IdFormat.CROCKFORD32.format(ids.get().next());
        }
        if (type == UUID.class) {
            return () -> ids.get().nextUuid();
        }
        throw new IllegalArgumentException(
                "a property with @SnowkeeperId must be a long, Long, String or UUID: %s is a %s"
                        .formatted(property, type.getName()));
    }

    /**
     * Returns the ids of a property whose mark names a sequence.
     *
     * @param property what it is called, for people
     * @throws IllegalArgumentException if there are none for its type, or the mark cannot be used
     */
    static EntityIds of(SnowkeeperId mark, Class<?> type, String property, Supplier<NumberSequences> sequences) {
        SequenceIds numbers = new SequenceIds(mark.sequence(), mark.allocationSize(), sequences);
        if (type == long.class || type == Long.class) {
            return numbers::next;
        }
        if (type == int.class || type == Integer.class) {
            return () -> Math.toIntExact(numbers.next());
        }
        throw new IllegalArgumentException(
                "a property with @SnowkeeperId(sequence = \"%s\") must be a long, Long, int or Integer: %s is a %s"
                        .formatted(mark.sequence(), property, type.getName()));
    }
}
