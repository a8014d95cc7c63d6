/** The samples in Javadoc. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.javadoc;
