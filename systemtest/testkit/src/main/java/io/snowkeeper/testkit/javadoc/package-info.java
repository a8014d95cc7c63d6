/** What Javadoc shows. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.javadoc;
