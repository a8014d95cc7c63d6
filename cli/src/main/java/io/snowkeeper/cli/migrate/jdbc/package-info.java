/** A database, as far as its counters are read, by a driver that the program does not bring. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli.migrate.jdbc;
