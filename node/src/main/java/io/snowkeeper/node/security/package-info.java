/** The security of a node's ports: who may do what, and how much of it. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.security;
