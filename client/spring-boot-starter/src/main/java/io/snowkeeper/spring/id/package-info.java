/** Ids of entities: the annotation {@link io.snowkeeper.spring.id.SnowkeeperId}, for JPA, Spring Data JDBC and Spring Data R2DBC. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.spring.id;
