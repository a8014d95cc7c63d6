/** The command that checks whether a node would run here, and names the remedies. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli.doctor;
