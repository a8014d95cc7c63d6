/** The messages of a node: requests, the table of their kinds, and answers. Values that know neither a service nor a port. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.service.message;
