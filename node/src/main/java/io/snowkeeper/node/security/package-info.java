/** Who may do what on the ports of a node, and how much of it. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.security;
