/** PostgreSQL servers of the system, started for one test. They need nothing but the JDK and Debian's package. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.postgresql;
