/** Rights by name: what calls need, and what a client may. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.rights;
