package io.snowkeeper.spring.id;

import io.snowkeeper.core.api.NumberSequence;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.ValueGenerationType;

/**
 * Marks an entity's id to be filled in before the entity is inserted, beside {@code @Id}; with JPA (Hibernate 6.6 or
 * 7), Spring Data JDBC and Spring Data R2DBC. The id comes from the application's {@link io.snowkeeper.core.api.Ids},
 * not from the database.
 *
 * <p>The property's type selects its id:
 *
 * <ul>
 *   <li>{@code long} and {@code Long}: an id of 8 bytes;
 *   <li>{@code String}: the same as 13 characters of {@link io.snowkeeper.core.text.IdFormat#CROCKFORD32}, which sort
 *       as the ids do;
 *   <li>{@code java.util.UUID}: a UUID of version 7 (RFC 9562), as {@link io.snowkeeper.core.sortable.UuidV7} says.
 * </ul>
 *
 * <p>All other types are refused when the application starts.
 *
 * <p>As with all ids that are generated, one that is set says that the row exists: 0 or null is filled in and inserted;
 * anything else is kept, and Spring Data updates, and {@code EntityManager.persist} refuses it. A
 * {@code StatelessSession} of Hibernate inserts with a new id always.
 *
 * <p>A property without {@code @Id} is filled in, too, if it is null or 0.
 */
@IdGeneratorType(HibernateIdGenerator.class)
@ValueGenerationType(generatedBy = HibernateIdGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface SnowkeeperId {

    /**
     * The named sequence, in block or ordered mode and without periods, whose numbers are the ids, by the application's
     * {@link io.snowkeeper.spring.NumberSequences}. The property is then a {@code long}, {@code Long}, {@code int} or {@code Integer}.
     */
    String sequence() default "";

    /** The form of the id. Refused with a sequence, and so is a prefix. */
    IdForm form() default IdForm.PLAIN;

    /** The type before a public id or TypeID: up to 63 letters a to z, and underscores between them; none by default. A TypeID must have one. */
    String prefix() default "";

    /**
     * How many numbers of the sequence are taken at once and kept for later ids of the property; 1 to {@value NumberSequence#MAX_COUNT}. Those
     * that are left when the application ends are lost. Refused without a sequence.
     */
    int allocationSize() default 1;
}
