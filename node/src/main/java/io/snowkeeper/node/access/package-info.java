/** The access of clients to a node: their identity by their credentials, and their rights. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.access;
