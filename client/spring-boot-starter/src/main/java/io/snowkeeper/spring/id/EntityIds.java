package io.snowkeeper.spring.id;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.text.BitReversal;
import io.snowkeeper.core.text.IdFormat;
import io.snowkeeper.core.text.PublicIds;
import io.snowkeeper.core.text.TypeId;
import io.snowkeeper.core.text.TypePrefix;
import io.snowkeeper.spring.NumberSequences;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** The ids that a property gets, by its type and its mark. Thread-safe. */
@FunctionalInterface
interface EntityIds {

    Set<Class<?>> LONGS = Set.of(long.class, Long.class);
    Set<Class<?>> INTS = Set.of(int.class, Integer.class);

    /** Returns an id of the property's type. */
    Object next();

    /**
     * Looks for the beans that ids are made with, once all beans are there.
     *
     * @throws IllegalStateException if it is missing
     */
    default void requireUsable() {}

    /**
     * Returns the ids of a property.
     *
     * @param property its name, for people
     * @throws IllegalArgumentException if there are none for its type, or the mark cannot be used
     */
    static EntityIds of(SnowkeeperId mark, Class<?> type, String property, IdSources sources) {
        if (!mark.sequence().isEmpty()) {
            if (mark.form() != IdForm.PLAIN || !mark.prefix().isEmpty()) {
                throw new IllegalArgumentException(
                        "a property with @SnowkeeperId(sequence = \"%s\") must have no form and no prefix: %s"
                                .formatted(mark.sequence(), property));
            }
            return ofSequence(mark, type, property, sources);
        }
        if (mark.allocationSize() != 1) {
            throw new IllegalArgumentException(
                    "a property with @SnowkeeperId(allocationSize = %s) must have a sequence: %s"
                            .formatted(mark.allocationSize(), property));
        }
        if (!mark.prefix().isEmpty() && mark.form() != IdForm.PUBLIC && mark.form() != IdForm.TYPE_ID) {
            throw new IllegalArgumentException(
                    "a property with @SnowkeeperId(prefix = \"%s\") must have form = PUBLIC or TYPE_ID: %s"
                            .formatted(mark.prefix(), property));
        }
        Supplier<Ids> ids = sources.of(Ids.class, property);
        return switch (mark.form()) {
            case PLAIN -> plain(type, property, ids);
            case REVERSED -> {
                require(LONGS.contains(type), "(form = REVERSED)", "a long or Long", property, type);
                yield () -> BitReversal.of(ids.get().next());
            }
            case PUBLIC -> {
                require(type == String.class, "(form = PUBLIC)", "a String", property, type);
                yield new PublicEntityIds(mark.prefix(), property, ids, sources.of(PublicIds.class, property));
            }
            case TYPE_ID -> {
                require(type == String.class, "(form = TYPE_ID)", "a String", property, type);
                if (mark.prefix().isEmpty()) {
                    throw new IllegalArgumentException(
                            "a property with @SnowkeeperId(form = TYPE_ID) must have a prefix: " + property);
                }
                String prefix = new TypePrefix(mark.prefix()).name();
                yield () -> new TypeId(prefix, ids.get().nextUuid()).toString();
            }
        };
    }

    private static EntityIds plain(Class<?> type, String property, Supplier<Ids> ids) {
        if (LONGS.contains(type)) {
            return () -> ids.get().next();
        }
        if (type == String.class) {
            return () -> IdFormat.CROCKFORD32.format(ids.get().next());
        }
        require(type == UUID.class, "", "a long, Long, String or UUID", property, type);
        return () -> ids.get().nextUuid();
    }

    private static EntityIds ofSequence(SnowkeeperId mark, Class<?> type, String property, IdSources sources) {
        SequenceIds numbers =
                new SequenceIds(mark.sequence(), mark.allocationSize(), sources.of(NumberSequences.class, property));
        if (LONGS.contains(type)) {
            return numbers::next;
        }
        require(
                INTS.contains(type),
                "(sequence = \"%s\")".formatted(mark.sequence()),
                "a long, Long, int or Integer",
                property,
                type);
        return () -> Math.toIntExact(numbers.next());
    }

    private static void require(boolean fits, String mark, String types, String property, Class<?> type) {
        if (!fits) {
            throw new IllegalArgumentException("a property with @SnowkeeperId%s must be %s: %s is a %s"
                    .formatted(mark, types, property, type.getName()));
        }
    }
}
