/** The command that tells when a fleet of another layout may begin. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli.plan;
