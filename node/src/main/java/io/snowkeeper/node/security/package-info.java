/** The security of a node's ports: the rights and limits of clients. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.security;
