/** What is logged while a test runs. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.log;
