/** The log during a test. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.log;
