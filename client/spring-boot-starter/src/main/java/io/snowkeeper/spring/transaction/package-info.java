/** Gapless numbers that a transaction takes with it: {@link io.snowkeeper.spring.transaction.TransactionNumbers}. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.spring.transaction;
