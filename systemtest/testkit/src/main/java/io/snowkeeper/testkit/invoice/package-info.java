/** What tests of programs that write invoices have in common. Needs nothing but the JDK. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.invoice;
