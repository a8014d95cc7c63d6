/** TLS on the ports of a node and in the command line's clients: files, their exchange, and what is said in the log. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.tls;
