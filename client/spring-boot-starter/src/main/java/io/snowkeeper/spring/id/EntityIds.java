package io.snowkeeper.spring.id;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.text.IdFormat;
import java.util.UUID;
import java.util.function.Function;

/** The kinds of ids that a property can have, by its type. */
enum EntityIds {
    NUMBER(Ids::next),
    TEXT(ids -> IdFormat.CROCKFORD32.format(ids.next())),
    UUID_V7(Ids::nextUuid);

    @SuppressWarnings("ImmutableEnumChecker") // They hold nothing.
    private final Function<Ids, Object> draw;

    EntityIds(Function<Ids, Object> draw) {
        this.draw = draw;
    }

    /**
     * Returns the kind for a property.
     *
     * @param property what it is called, for people
     * @throws IllegalArgumentException if there is none for its type
     */
    static EntityIds of(Class<?> type, String property) {
        if (type == long.class || type == Long.class) {
            return NUMBER;
        }
        if (type == String.class) {
            return TEXT;
        }
        if (type == UUID.class) {
            return UUID_V7;
        }
        throw new IllegalArgumentException(
                "a property with @SnowkeeperId must be a long, Long, String or UUID: %s is a %s"
                        .formatted(property, type.getName()));
    }

    Object next(Ids ids) {
        return draw.apply(ids);
    }
}
