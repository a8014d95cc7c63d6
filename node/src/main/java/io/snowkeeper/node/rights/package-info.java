/** Rights by name: those that calls need, and those that a client has. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.rights;
