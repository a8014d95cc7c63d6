/** What a node tells of itself: figures, a quarter of an hour of their history, events. Nothing here is touched by requests. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.report;
