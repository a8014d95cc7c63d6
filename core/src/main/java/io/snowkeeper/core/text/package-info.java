/** Text forms of 64-bit ids, in both directions. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.core.text;
