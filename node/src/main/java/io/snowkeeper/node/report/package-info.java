/** A node's reports on itself: its state and figures. Nothing here is touched by requests. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.report;
