/** The values of named sequences that servers and clients share. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.core.sequence;
