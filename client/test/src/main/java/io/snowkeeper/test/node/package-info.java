/**
 * A real node in the process of a test. Needs {@code snowkeeper-node} and {@code snowkeeper-client} beside this module, and the
 * extension JUnit.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.test.node;
