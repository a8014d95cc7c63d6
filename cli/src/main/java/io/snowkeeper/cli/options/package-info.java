/** The groups of options that several commands have, and the forms of their values. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.cli.options;
