/** The command that looks whether a node would run here, and says what to do where it would not. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli.doctor;
