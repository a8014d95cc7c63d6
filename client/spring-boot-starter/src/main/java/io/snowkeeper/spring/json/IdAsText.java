package io.snowkeeper.spring.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The mark of numbers that are texts in JSON, since JavaScript would read them as others: it has numbers of 53 bits, ids have 63. For a field,
 * a getter or a component of a record that is a {@code long}, a {@code Long}, or a collection, an array, an {@code Optional} or a map of
 * {@code Long}; all others are refused when they are first written. Texts and numbers are both read.
 *
 * <p>Ids with {@link io.snowkeeper.spring.id.SnowkeeperId} need no mark.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface IdAsText {}
