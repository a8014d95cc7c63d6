/** The writing of log entries, as far as that is not Logback's own affair; named in its configuration. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli.logging;
