/** Snowflake ids: their {@link io.snowkeeper.core.Layout layout} and the generator that issues them. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.core;
