/** TLS on the ports of a node and in the command line's clients: settings, keys and certificates, and their exchange. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.tls;
