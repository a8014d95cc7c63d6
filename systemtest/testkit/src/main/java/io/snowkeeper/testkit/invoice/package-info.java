/** The common parts of tests of programs that write invoices. Needs nothing but the JDK. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.invoice;
