/** Takes in all ids that were handed out and tells which of them came twice. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.uniqueness;
