package io.snowkeeper.spring.json;

import io.snowkeeper.core.text.PublicIds;
import io.snowkeeper.spring.id.SnowkeeperId;
import java.lang.annotation.Annotation;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The choice of properties that are texts, for both versions of Jackson.
 *
 * @param entities whether ids with {@link SnowkeeperId} are
 * @param keys of those that are public
 */
record TextIds(boolean entities, PublicIds keys) {

    /**
     * Returns the conversion of a property with {@link PublicId}.
     *
     * @throws IllegalArgumentException if it is no number, or there are no keys
     */
    PublicIds publicIds(PublicId mark, Class<?> type, Object name) {
        if (type != long.class && type != Long.class) {
            throw new IllegalArgumentException(
                    "a property with @PublicId must be a long or Long: %s is a %s".formatted(name, type.getTypeName()));
        }
        if (keys.isEmpty()) {
            throw new IllegalArgumentException(
                    "snowkeeper.public-id-keys must be set for @PublicId, or one of several PublicIds beans must be @Primary: "
                            + name);
        }
        return keys.withPrefix(mark.value());
    }

    /**
     * Returns whether a property is written as a text.
     *
     * @param content the type of its elements, null if it has none
     * @throws IllegalArgumentException if it is to be, and is no number and contains none
     */
    boolean isText(
            Predicate<Class<? extends Annotation>> annotated, Class<?> type, @Nullable Class<?> content, Object name) {
        boolean number = type == long.class || type == Long.class;
        if (!annotated.test(IdAsText.class)) {
            return number && entities && annotated.test(SnowkeeperId.class);
        }
        if (!number && content != Long.class) {
            throw new IllegalArgumentException(
                    "a property with @IdAsText must be a long, Long, or a collection, an array or a map of Long: %s is a %s"
                            .formatted(name, type.getTypeName()));
        }
        return number;
    }

    /** Returns whether a property's elements are written as texts. */
    boolean isTexts(Predicate<Class<? extends Annotation>> annotated, @Nullable Class<?> content) {
        return content == Long.class && annotated.test(IdAsText.class);
    }
}
