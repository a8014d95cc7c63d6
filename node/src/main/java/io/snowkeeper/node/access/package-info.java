/** The access of clients to a node: who they are by what they have shown, and what they may ask for. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.access;
