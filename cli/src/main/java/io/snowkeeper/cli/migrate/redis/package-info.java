/** A Redis server, as far as its counters are read. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli.migrate.redis;
