/** What an import reads, whoever keeps the counters. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli.migrate.source;
