package io.snowkeeper.spring.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The mark of a {@code long} or {@code Long} that is a {@linkplain io.snowkeeper.core.text.PublicIds public} id outside, by the keys of {@code
 * snowkeeper.public-id-keys}: of a field, a getter or a record's component in JSON, written and read; and of a controller's parameter,
 * beside {@code @PathVariable} or {@code @RequestParam}. The database keeps the number.
 *
 * <p>All other types are refused in JSON, collections among them. A controller refuses a plain number.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
public @interface PublicId {

    /** The type before the text: up to 63 letters a to z, and underscores between them; none by default. Another one is refused. */
    String value() default "";
}
