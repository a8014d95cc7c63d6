/** Forms of ids other than that of the generator, in both directions; and other texts that people write and read. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.core.text;
