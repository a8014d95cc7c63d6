/** How much the tests explore. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.extent;
