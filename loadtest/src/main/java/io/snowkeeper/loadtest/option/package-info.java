/** Values and options that several commands take. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.option;
