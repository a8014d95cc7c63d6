/** Sets of all ids that were handed out, and those of them that came twice. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.uniqueness;
